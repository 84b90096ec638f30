import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installPythonPackage } from '#bin/clients/python-package';
import { blocksIn } from '#test/contract/guides/guide-blocks';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const stack = stackClient();
const run = promisify(execFile);

describe('the Python client, installed from its wheel into an empty folder', () => {
  let folder: string;
  let python: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapporteur-python-'));
    python = await installPythonPackage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('runs the first example of its README: a bot, its transcript, a list of meetings, and an error', async () => {
    const WORKSPACE = await stack.newWorkspace('Python client');
    const readme = await readFile(resolve('sdk/python/README.md'), 'utf8');
    const [tour] = blocksIn(readme).filter(({ language }) => language === 'python');
    await writeFile(join(folder, 'tour.py'), tour?.text ?? '');

    const env = { ...process.env, BASE: stack.base_url, KEY: stack.api_key, WORKSPACE };
    const { stdout } = await run(python, ['tour.py'], { cwd: folder, env });

    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^bot_\w+ is queued$/);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.at(-2)).toMatch(/^mtg_\w+ /);
    expect(lines.at(-1)).toBe('not_found');
  });
});
