import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassedFile } from '#bin/test/passed-commands';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

describe('the commands of a release run that passed', () => {
  let path: string;
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'passed-')), 'folder', 'passed.json');
  });
  afterEach(() => rm(join(path, '../..'), { recursive: true }));

  it('are kept for a later run at the same commit', async () => {
    const first = await PassedFile.at(path, 'one');
    await first.add('npm test', 1_600.5);
    await first.add('npm run simulate', 3_000);

    const later = await PassedFile.at(path, 'one');

    const commands = ['npm test', 'npm run simulate', 'npm test -- feeds'];
    expect(commands.map((command) => later.secondsOf(command))).toEqual([1_600.5, 3_000, undefined]);
  });

  it('are none at another commit', async () => {
    await (await PassedFile.at(path, 'one')).add('npm test', 1);

    expect((await PassedFile.at(path, 'other')).secondsOf('npm test')).toBeUndefined();
  });

  it.each(['', '{', '{"commit": "one"}', '{"commit": "one", "seconds": {"npm test": "long"}}'])(
    'are none where the file is %s',
    async (text) => {
      await (await PassedFile.at(path, 'one')).add('npm test', 1);
      await writeFile(path, text);

      expect((await PassedFile.at(path, 'one')).secondsOf('npm test')).toBeUndefined();
    },
  );
});
