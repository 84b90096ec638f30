import { retryAfterMs } from '#shared/foundation/core/retry-after';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 10, 21, 12) as Instant;

const asked = (text: string) => retryAfterMs(text, noon);

describe('the Retry-After header', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999', DAY_MS],
    ['9999999999', DAY_MS],
    ['100000000000000000000', DAY_MS],
    ['9'.repeat(400), DAY_MS],
    ['0000000000000000000007', 7_000],
    ['Saturday, 21-Nov-26 12:01:30 GMT', 90_000],
    ['Sat Nov 21 12:01:30 2026', 90_000],
    ['Sun Nov  1 12:00:00 2026', 0],
    ['Fri, 21 Nov 2036 12:00:00 GMT', DAY_MS],
  ])('has seconds or a date, and is limited to a day: %s', (text, milliseconds) => {
    expect(asked(text)).toBe(milliseconds);
  });

  it.each(['soon', '', '12 parsecs'])('is ignored when it is invalid: %j', (text) => {
    expect(asked(text)).toBeUndefined();
  });

  it.each([null, undefined])('may be missing: %p', (header) => {
    expect(retryAfterMs(header, noon)).toBeUndefined();
  });
});
