import { UsageError } from '#bin/cli/cli-error';
import { GROUPS } from '#bin/groups';
import { group } from '#bin/run-group';
import { afterEach, describe, expect, it, jest } from '#test/support/jest';

afterEach(() => void jest.restoreAllMocks());

describe('the command of a group', () => {
  it.each([[[]], [['--help']], [['-h']]])('lists its programs for %j', async (args) => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);

    await group('npm run bench', 'bench').execute(args);

    const printed = print.mock.calls.join('\n');
    for (const name of Object.keys(GROUPS.bench)) expect(printed).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('refuses an unknown program with the names of all', async () => {
    await expect(group('npm run bench', 'bench').execute(['ipa'])).rejects.toThrow(UsageError);
    await expect(group('npm run bench', 'bench').execute(['ipa'])).rejects.toThrow('api');
  });

  it('goes on as a program with its options and those that were typed', async () => {
    const execve = jest.spyOn(process, 'execve').mockImplementation(() => {
      throw new Error('another program');
    });
    const npmTest = group('npm test', 'test', 'bin/test.ts');

    await expect(npmTest.execute(['soak', '--minutes', '1'])).rejects.toThrow('another program');
    await expect(npmTest.execute([])).rejects.toThrow('another program');

    expect(execve.mock.calls).toEqual([
      [
        process.execPath,
        [process.execPath, '--expose-gc', '--max-old-space-size=8000', 'test/soak/main.ts', '--minutes', '1'],
      ],
      [process.execPath, [process.execPath, 'bin/test.ts']],
    ]);
  });
});
