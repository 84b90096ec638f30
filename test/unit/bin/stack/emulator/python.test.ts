import { CliError } from '#bin/cli/cli-error';
import { findPython } from '#bin/stack/emulator/python';
import { describe, expect, it } from '#test/support/jest';

const emulator = { tool: 'The local AWS emulator', minPythonMinor: 10 };
const aMachineWith = (versions: Record<string, string>) => (command: string) => Promise.resolve(versions[command]);

describe('finding Python', () => {
  it('prefers python3 when it is new enough', async () => {
    expect(await findPython(emulator, aMachineWith({ python3: '3.11', 'python3.13': '3.13' }))).toBe('python3');
  });

  it('takes a newer command beside an old python3', async () => {
    expect(await findPython(emulator, aMachineWith({ python3: '3.9', 'python3.12': '3.12' }))).toBe('python3.12');
  });

  it.each([
    ['there is none', {}],
    ['all are too old', { python3: '3.9', python: '2.7' }],
  ])('fails with the required version when %s', async (_what, versions) => {
    const sentence =
      'The local AWS emulator needs Python 3.10 or newer with its venv module (python3 and python3-venv), and none was found on the PATH';

    await expect(findPython(emulator, aMachineWith(versions))).rejects.toThrow(new CliError(sentence));
  });
});
