import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackFile } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';
import { runScript } from '#test/support/run-script';

it('npm run tool -- screenshots takes a picture of a page in each look', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-pictures-'));
  try {
    await runScript('tool screenshots', ['--only', 'sign-up', '--into', folder], { STACK_FILE: stackFile() });

    expect((await readdir(folder)).sort()).toEqual(['sign-up-dark.png', 'sign-up-light.png', 'sign-up-narrow.png']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
