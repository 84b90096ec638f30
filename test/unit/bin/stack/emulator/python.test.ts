import { describe, expect, it } from '@jest/globals';
import { CouldNotStart } from '#bin/cli/cli-error';
import { findPython } from '#bin/stack/emulator/python';

const aMachineWith = (versions: Record<string, string>) => (command: string) => Promise.resolve(versions[command]);

describe('the Python that the emulator runs on', () => {
  it('is python3 where that is new enough', async () => {
    expect(await findPython(aMachineWith({ python3: '3.11', 'python3.13': '3.13' }))).toBe('python3');
  });

  it('is a newer one beside an old python3', async () => {
    expect(await findPython(aMachineWith({ python3: '3.9', 'python3.12': '3.12' }))).toBe('python3.12');
  });

  it.each([
    ['there is none', {}],
    ['all are too old', { python3: '3.9', python: '2.7' }],
  ])('is asked for in a sentence where %s', async (_what, versions) => {
    const sentence =
      'The local AWS emulator needs Python 3.10 or newer with its venv module (python3 and python3-venv), and none was found on the PATH';

    await expect(findPython(aMachineWith(versions))).rejects.toThrow(new CouldNotStart(sentence));
  });
});
