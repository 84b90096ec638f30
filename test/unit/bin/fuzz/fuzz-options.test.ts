import { describe, expect, it } from '@jest/globals';
import { parseFuzzOptions } from '#bin/fuzz/fuzz-options';

describe('npm run test:fuzz', () => {
  it('draws a seed, and makes requests for five minutes', () => {
    const options = parseFuzzOptions([]);

    expect(options?.seconds).toBe(300);
    expect(options?.seed).toBeGreaterThan(0);
  });

  it('takes the seed of a run before, and another time', () => {
    expect(parseFuzzOptions(['--seed', '42', '--seconds', '30'])).toEqual({ seed: 42, seconds: 30 });
  });

  it('helps', () => {
    expect(parseFuzzOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--seed', 'often'], '--seed takes a whole number, not "often"'],
    [['--seconds', '0'], '--seconds takes a whole number, not "0"'],
    [['--speed', '1'], 'the options are --seed and --seconds'],
  ])('refuses %j in a sentence', (words, sentence) => {
    expect(() => parseFuzzOptions(words)).toThrow(sentence);
  });
});
