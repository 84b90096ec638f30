import { fuzz } from '#bin/fuzz/fuzz';
import { describe, expect, it } from '#test/support/jest';

describe('the options of npm test -- fuzz', () => {
  it('mean a random seed and five minutes by default', () => {
    expect(fuzz.parse([])).toEqual({ seed: undefined, seconds: 300 });
  });

  it('accept a seed and a duration', () => {
    expect(fuzz.parse(['--seed', '42', '--seconds', '30'])).toEqual({ seed: 42, seconds: 30 });
  });

  it('ask for help with --help', () => {
    expect(fuzz.parse(['--help'])).toBeUndefined();
  });

  it.each([
    [['--seed', 'often'], '--seed takes a whole number from 1 to 999999999, not "often"'],
    [['--seconds', '0'], '--seconds takes a whole number from 1 to 999999999, not "0"'],
    [['--speed', '1'], 'the options are --seed, --seconds and --stack'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => fuzz.parse(args)).toThrow(message);
  });
});
