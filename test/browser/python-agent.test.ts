import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { PROJECT_DIR, STATE_DIR } from '#bin/paths';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';
import { aBrowser, aVisitor, leaveBrowser } from './a-browser.ts';
import { signUp } from './user-actions.ts';

const { app_url } = stackClient();
const FOLDER = join(PROJECT_DIR, 'test', 'browser', 'python-agent');
const INSTALL_MS = 240_000;

let browser: Browser;
let python: string;
beforeAll(async () => {
  [browser, python] = await Promise.all([
    aBrowser(),
    ensureEnvironment({
      tool: 'The Python SDK of MCP',
      minPythonMinor: 11,
      folder: join(STATE_DIR, 'python-agent-venv'),
      requirements: join(FOLDER, 'requirements.txt'),
      signal: AbortSignal.timeout(INSTALL_MS),
    }),
  ]);
});
afterAll(leaveBrowser);

it('the Python client finds the server, registers, is allowed in a browser, and calls', async () => {
  const callback = createServer((_, response) => response.end('Connected'));
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  const redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  const agent = spawn(python, [join(FOLDER, 'client.py'), `${app_url}/mcp`, redirect]);
  const errors: string[] = [];
  agent.stderr.on('data', (text) => errors.push(String(text)));
  const lines = createInterface(agent.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value ?? errors.join(''));
  const { page, leave } = await aVisitor(browser);
  await signUp(page);

  await page.goto(await nextLine());
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${redirect}?**`);
  agent.stdin.end(`${page.url()}\n`);

  const { tools, answer } = JSON.parse(await nextLine());
  expect(tools).toContain('get_transcript');
  expect(answer).toMatchObject({ workspaces: [{ role: 'owner' }] });
  await leave();
  callback.close();
});
