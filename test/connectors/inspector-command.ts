import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { installPinned } from '#bin/pinned-packages';

const PACKAGES = join(STATE_DIR, 'mcp-inspector');
/** What `npx @modelcontextprotocol/inspector` runs. */
export const LAUNCHER = join(PACKAGES, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** Installs the Inspector unless it is there, 110 MB from npm's registry kept in `.local`. */
export const installInspector = (): Promise<void> =>
  installPinned(join(PROJECT_DIR, 'test/connectors/inspector'), PACKAGES);

/** Keeps all that it stores in one folder, and finds no browser to open there. */
export const environmentIn = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  MCP_STORAGE_DIR: join(folder, 'storage'),
  MCP_INSPECTOR_SECRET_STORE: 'file',
  PATH: folder,
  BROWSER: '/bin/true',
});

/** One run of `mcp-inspector --cli`. */
export function anInspectorCommand(folder: string, connector: string, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    [LAUNCHER, '--cli', connector, '--transport', 'http', '--format', 'json', '--connect-timeout', '0', ...args],
    // Without a terminal it signs in only where it may open a browser.
    { env: { ...environmentIn(folder), MCP_AUTO_OPEN_ENABLED: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [printed, said] = ['', ''];
  const asked = Promise.withResolvers<string>();
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
    const [, url] = /navigate to: (\S+)\s/.exec(said) ?? [];
    if (url !== undefined) asked.resolve(url);
  });
  const answer = once(child, 'close').then(([code]) => {
    const failure = new Error(`The command line ended with ${code}: ${said}`);
    asked.reject(failure);
    if (code !== 0) throw failure;
    return printed;
  });
  // Whoever waits for one of the two need not wait for the other.
  for (const each of [asked.promise, answer]) each.catch(() => undefined);
  return {
    /** The address at which it asks its user to sign in; fails where it ends without. */
    authorization: asked.promise,
    /** What it printed, as JSON text. */
    answer,
  };
}

/** The access token that a folder of the command line holds, in a file of JSON. */
export async function storedToken(folder: string): Promise<string> {
  const [, token] = ACCESS_TOKEN.exec(await readFile(secretsIn(folder), 'utf8')) ?? [];
  if (token === undefined) throw new Error('The command line stored no access token.');
  return token;
}

/** As if the access token had ended. */
export async function spoilAccessToken(folder: string): Promise<void> {
  const secrets = await readFile(secretsIn(folder), 'utf8');
  await writeFile(secretsIn(folder), secrets.replaceAll(await storedToken(folder), 'ended'));
}

const secretsIn = (folder: string): string => join(folder, 'storage', 'secrets.json');

/** Also inside a text that is JSON itself. */
const ACCESS_TOKEN = /access_token\\*"\s*:\s*\\*"([^"\\]+)/;
