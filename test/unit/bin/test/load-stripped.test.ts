import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_DIR } from '#bin/paths';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const LOADER = join(PROJECT_DIR, 'bin/test/load-stripped.mjs');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-stripped-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (program: string): Promise<string> => {
  const env = { ...process.env, NODE_OPTIONS: '', STRIPPED_TYPES: join(folder, 'stripped') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', LOADER, program], { env });
  return stdout.trim();
};

describe('the loader of stripped types', () => {
  it('keeps a file without its types, and loads that from then on', async () => {
    const program = join(folder, 'program.ts');
    await writeFile(program, "const text: string = 'from the source';\nconsole.log(text);\n");

    const first = await run(program);
    const kept = await readdir(join(folder, 'stripped'));
    await writeFile(join(folder, 'stripped', kept[0] ?? ''), "console.log('from the cache');\n");
    const second = await run(program);

    expect([first, kept.length, second]).toEqual(['from the source', 1, 'from the cache']);
  });
});
