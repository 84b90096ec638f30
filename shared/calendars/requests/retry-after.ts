import type { Instant } from '#shared/core/time';
import { DAY_MS, SECOND_MS } from '#shared/core/time';

/**
 * Milliseconds that an answer asks to wait (RFC 9110 `Retry-After`, seconds or a date), at most a day; undefined where
 * it asks nothing that can be read.
 */
export function retryAfterMs(headers: Headers, now: Instant): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), DAY_MS);
}
