import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { freePort } from '#bin/stack/ports';
import { aBrowser, aVisitor, leaveBrowser } from '#test/browser/a-browser';
import { agentsOf, allowAgent, makeKey, signUp } from '#test/browser/user-actions';
import { stackClient } from '#test/integration/stack-client';
import { type Check, runInTurn } from './checks.ts';
import {
  anInspectorCommand,
  environmentIn,
  installInspector,
  LAUNCHER,
  spoilAccessToken,
  storedToken,
} from './inspector-command.ts';

const CONNECTOR = `${stackClient().app_url}/mcp`;

/** A user in a browser. */
interface User {
  readonly page: Page;
  readonly key: string;
}

/** Connects the Inspector with the connector of the stack; answers how many checks failed. */
export async function checksOfInspector(folder: string, say: (text: string) => void): Promise<number> {
  const [browser] = await Promise.all([aBrowser(), installInspector()]);
  const { page, leave } = await aVisitor(browser);
  await signUp(page);
  const user = { page, key: await makeKey(page) };
  const inspectorPage = await startPage(await folderIn(folder, 'page'));
  try {
    return await runInTurn(
      [
        ...ofCommandLine(user, await folderIn(folder, 'cli'), await folderIn(folder, 'empty')),
        ...ofPage(user, inspectorPage),
      ],
      say,
    );
  } finally {
    inspectorPage.stop();
    await leave();
    leaveBrowser();
  }
}

async function folderIn(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  return folder;
}

const CALL = ['--method', 'tools/call', '--tool-name', 'list_workspaces'];
const STORED = ['--stored-auth-only', ...CALL];

function ofCommandLine({ page, key }: User, folder: string, empty: string): readonly Check[] {
  const run = (args: readonly string[], where = folder) => anInspectorCommand(where, CONNECTOR, args);
  /** Its port is another one each time. */
  const signedIn = async (args: readonly string[]) => {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const command = run(['--callback-url', callback, ...args]);
    await allowAgent(page, await command.authorization);
    return command.answer;
  };
  return [
    {
      name: 'the command line signs in and lists the tools',
      run: async () => expect(await signedIn(['--method', 'tools/list'])).toContain('get_transcript'),
    },
    {
      name: 'it calls a tool with the token that it stored',
      run: async () => expect(await run(STORED).answer).toContain('owner'),
    },
    {
      name: 'it calls a tool with a token in a header',
      run: async () => {
        const header = `Authorization: Bearer ${await storedToken(folder)}`;
        expect(await run(['--header', header, ...CALL], empty).answer).toContain('owner');
      },
    },
    {
      name: 'it refreshes in two processes at once',
      run: async () => {
        await spoilAccessToken(folder);
        const answers = await Promise.all([run(STORED).answer, run(STORED).answer]);
        expect(answers).toEqual([expect.stringContaining('owner'), expect.stringContaining('owner')]);
        expect(await storedToken(folder)).not.toBe('ended');
      },
    },
    {
      name: 'it connects again in the place of its former grant',
      run: async () => {
        const former = await agentsOf(key);
        expect(await signedIn(['--relogin', '--no-revoke', ...CALL])).toContain('owner');
        const now = await agentsOf(key);
        expect([former.length, now.length, now[0] === former[0]]).toEqual([1, 1, false]);
      },
    },
    {
      name: 'it revokes its grant, and connects again',
      run: async () => {
        expect(await signedIn(['--relogin', ...CALL])).toContain('owner');
        expect(await agentsOf(key)).toHaveLength(1);
      },
    },
  ];
}

interface InspectorPage {
  readonly folder: string;
  /** With the token that lets a browser in. */
  readonly url: Promise<string>;
  readonly stop: () => void;
}

/** The Inspector's web page, with the connector as its only server. */
async function startPage(folder: string): Promise<InspectorPage> {
  const [port, sandbox, apps] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [LAUNCHER, '--web', '--server-url', CONNECTOR, '--transport', 'http'], {
    env: {
      ...environmentIn(folder),
      ...{ HOST: 'localhost', MCP_AUTO_OPEN_ENABLED: 'false', CLIENT_PORT: String(port) },
      ...{ MCP_SANDBOX_PORT: String(sandbox), MCP_APP_ORIGIN_PORT: String(apps) },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const shown = Promise.withResolvers<string>();
  shown.promise.catch(() => undefined);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
    const [url] = /http:\S+API_TOKEN=\w+/.exec(printed) ?? [];
    if (url !== undefined) shown.resolve(url);
  });
  child.once('close', () => shown.reject(new Error(`The page did not start: ${printed}`)));
  const stop = () => void child.kill();
  process.once('exit', stop);
  return { folder, url: shown.promise, stop };
}

function ofPage({ page, key }: User, { folder, url }: InspectorPage): readonly Check[] {
  const connect = async () => {
    const toggle = page.getByRole('switch', { name: /^Connect or disconnect/ });
    await toggle.waitFor();
    // What is drawn lies over the input.
    await toggle.click({ force: true });
  };
  const connected = () => page.getByText('Connected', { exact: true }).waitFor();
  return [
    {
      name: 'the page signs in and lists the tools',
      run: async () => {
        await page.goto(await url);
        await connect();
        await page.getByRole('button', { name: 'Allow', exact: true }).click();
        await connected();
        await page.getByText('Tools', { exact: true }).click();
        await page.getByText('get_transcript').first().waitFor();
        expect(await agentsOf(key)).toHaveLength(1);
      },
    },
    {
      name: 'it connects again without asking its user, with a token that it refreshes',
      run: async () => {
        await page.getByRole('button', { name: 'Disconnect from server' }).click();
        await page.getByText('Disconnected', { exact: true }).waitFor();
        await spoilAccessToken(folder);
        // Loaded anew, it reads its tokens anew.
        await page.goto(await url);
        await connect();
        await connected();
        expect(await storedToken(folder)).not.toBe('ended');
      },
    },
  ];
}
