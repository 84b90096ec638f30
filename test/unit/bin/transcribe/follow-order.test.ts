import { endOf } from '#bin/transcribe/follow-order';
import { describe, expect, it } from '#test/support/jest';

describe('the end of an order without a text', () => {
  it.each([
    ['failed', 'no_audio', 'The file has no sound (no_audio)'],
    ['failed', 'media_too_long', 'The file has more than four hours of sound (media_too_long)'],
    ['canceled', null, 'The order is canceled'],
  ] as const)('is a sentence where it is %s as %s', (state, failure_reason, sentence) => {
    expect(endOf({ state, failure_reason })).toBe(sentence);
  });
});
