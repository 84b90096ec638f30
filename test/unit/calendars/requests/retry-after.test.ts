import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from '#shared/calendars/requests/retry-after';
import { DAY_MS } from '#shared/core/time';
import { noon } from './an-api.ts';

const asked = (text: string) => retryAfterMs(new Headers({ 'retry-after': text }), noon);

describe('how long a provider asks us to wait', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999', DAY_MS],
    ['Fri, 21 Nov 2036 12:00:00 GMT', DAY_MS],
  ])('is read from seconds and from dates, and is a day at most: %s', (text, milliseconds) => {
    expect(asked(text)).toBe(milliseconds);
  });

  it.each(['soon', '', '12 parsecs'])('is nothing where it cannot be read: %j', (text) => {
    expect(asked(text)).toBeUndefined();
  });

  it('is nothing where it is not said', () => {
    expect(retryAfterMs(new Headers(), noon)).toBeUndefined();
  });
});
