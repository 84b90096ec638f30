import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { installPinned } from '#bin/pinned-packages';
import { stackClient } from '#test/integration/stack-client';

const { app_url } = stackClient();

const PACKAGES = join(STATE_DIR, 'mcp-remote');
const PROXY = join(PACKAGES, 'node_modules/mcp-remote/dist/proxy.js');

/** Installs mcp-remote unless it is there, 9 MB from npm's registry kept in `.local`. */
export const installProxy = (): Promise<void> => installPinned(join(PROJECT_DIR, 'test/browser/mcp-remote'), PACKAGES);

/** Bounds what hangs, and decides no test: the protocol's own limit is a minute, within which a user may not sign in. */
const PATIENT = { timeout: 300_000 };

/** The files that mcp-remote keeps between its runs, of one server: its registration and its tokens, as JSON. */
export async function aProxyStore() {
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-mcp-remote-'));
  const pathOf = async (name: string): Promise<string> => {
    const files = await readdir(folder, { recursive: true });
    return join(folder, files.find((file) => file.endsWith(`_${name}.json`)) ?? name);
  };
  const file = <Content extends object>(name: string) => {
    const read = async (): Promise<Content> => JSON.parse(await readFile(await pathOf(name), 'utf8'));
    const write = async (content: Content): Promise<void> => writeFile(await pathOf(name), JSON.stringify(content));
    return {
      ...{ read, write },
      change: async (changed: Partial<Content>): Promise<void> => write({ ...(await read()), ...changed }),
      remove: async (): Promise<void> => rm(await pathOf(name), { force: true }),
    };
  };
  return {
    folder,
    tokens: file<{
      readonly access_token: string;
      readonly refresh_token: string;
      readonly scope: string;
      /** Milliseconds of the Unix epoch: mcp-remote refreshes a minute before. */
      readonly expires_at: number;
    }>('tokens'),
    registration: file<{ readonly client_id: string }>('client_info'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export type ProxyStore = Awaited<ReturnType<typeof aProxyStore>>;

/** mcp-remote as an assistant runs it, which speaks to it over its standard input and output; opens no browser. */
export function aRemoteProxy({ folder }: ProxyStore, more: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROXY, `${app_url}/mcp`, '--allow-http', ...more],
    // Without a PATH there is no browser to open.
    env: { HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, PATH: folder, BROWSER: '/bin/true' },
    stderr: 'pipe',
  });
  let said = '';
  const asked = Promise.withResolvers<string>();
  const waiting = Promise.withResolvers<void>();
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
    const [, url] = /by visiting:\s+(\S+)\s/.exec(said) ?? [];
    if (url !== undefined) asked.resolve(url);
    if (said.includes('Waiting for authorization')) waiting.resolve();
  });
  const client = new Client({ name: 'desk-notes', version: '1.0.0' });
  const connected = client.connect(transport, PATIENT).catch((cause) => {
    const failure = new Error(`mcp-remote did not connect: ${said}`, { cause });
    asked.reject(failure);
    waiting.reject(failure);
    throw failure;
  });
  // Whoever waits for one of them need not wait for the others.
  for (const each of [asked.promise, waiting.promise, connected]) each.catch(() => undefined);
  return {
    /** The address at which it asks its user to sign in; not settled where it has valid tokens. */
    authorization: asked.promise,
    /** Until it waits for its user. */
    waiting: waiting.promise,
    connected,
    tools: async () => (await client.listTools(undefined, PATIENT)).tools.map(({ name }) => name),
    workspaces: async () =>
      (await client.callTool({ name: 'list_workspaces', arguments: {} }, PATIENT)).structuredContent,
    close: () => client.close(),
  };
}
