import { recognizedSeconds } from '#shared/accounts/usage/rules/recognized-seconds';
import { describe, expect, it } from '#test/support/jest';

describe('the seconds that a file counts as before its speech is recognized', () => {
  it.each([
    ['fifteen of a shorter one', 0.4, 15],
    ['fifteen of one whose length is not known', null, 15],
    ['its own of a longer one, rounded up', 15.2, 16],
  ])('are %s', (_what, length, seconds) => {
    expect(recognizedSeconds(length)).toBe(seconds);
  });
});
