import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TYPESCRIPT_PACKAGE } from '#bin/clients/typescript-package';
import { blocksIn } from '#test/contract/guides/guide-blocks';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const stack = stackClient();
const run = promisify(execFile);

/** The JavaScript of the package's README, in its order: a first meeting, errors, a receiver. */
const examples = async (): Promise<readonly string[]> =>
  blocksIn(await readFile(resolve('sdk/typescript/README.md'), 'utf8'))
    .filter(({ language }) => language === 'js')
    .map(({ text }) => text);

describe('the TypeScript client, installed from its package into an empty project', () => {
  let project: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'rapporteur-client-'));
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', TYPESCRIPT_PACKAGE], { cwd: project });
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it('runs the first example of its README: a bot, its transcript, and a list of meetings', async () => {
    const WORKSPACE = await stack.newWorkspace('TypeScript client');
    const [firstMeeting = '', errors = ''] = await examples();
    await writeFile(join(project, 'tour.mjs'), `${firstMeeting}\n${errors}`);

    const env = { ...process.env, BASE: stack.base_url, KEY: stack.api_key, WORKSPACE };
    const { stdout } = await run(process.execPath, ['tour.mjs'], { cwd: project, env });

    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^bot_\w+ is queued$/);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.at(-2)).toMatch(/^mtg_\w+ /);
    expect(lines.at(-1)).toBe('There is no such meeting.');
  });
});
