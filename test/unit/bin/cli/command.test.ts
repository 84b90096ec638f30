import { command } from '#bin/cli/command';
import { required } from '#bin/cli/options';
import { anyText } from '#bin/cli/value-types';
import { afterEach, describe, expect, it, jest } from '#test/support/jest';

const run = jest.fn(async (_values: { readonly name: string }) => undefined);
const greet = command({
  name: 'npm run greet',
  description: 'Greets.',
  options: { name: required(anyText, 'a name') },
  run,
});

afterEach(() => void jest.restoreAllMocks());

describe('a command', () => {
  it('runs with its options', async () => {
    await greet.execute(['--name', 'Ada']);

    expect(run).toHaveBeenCalledWith({ name: 'Ada' });
  });

  it('prints its help instead for --help', async () => {
    const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);

    await greet.execute(['--help']);

    expect(printed.mock.calls).toEqual([
      ['npm run greet -- [options]\n\nGreets.\n\n  --name  a name (text; required)'],
    ]);
  });
});
