import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from '#shared/calendars/requests/retry-after';
import { DAY_MS } from '#shared/core/time';
import { noon } from './an-api.ts';

const asked = (text: string) => retryAfterMs(new Headers({ 'retry-after': text }), noon);

describe('the Retry-After header', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999', DAY_MS],
    ['Fri, 21 Nov 2036 12:00:00 GMT', DAY_MS],
  ])('has seconds or a date, and is limited to a day: %s', (text, milliseconds) => {
    expect(asked(text)).toBe(milliseconds);
  });

  it.each(['soon', '', '12 parsecs'])('is ignored when it is invalid: %j', (text) => {
    expect(asked(text)).toBeUndefined();
  });

  it('may be missing', () => {
    expect(retryAfterMs(new Headers(), noon)).toBeUndefined();
  });
});
