import type { Instant } from '#shared/core/time';
import { DAY_MS, SECOND_MS } from '#shared/core/time';

/**
 * Milliseconds until the time of a `Retry-After` header (RFC 9110: seconds or a date), at most a day. Undefined when
 * there is no such header, or none that can be parsed.
 */
export function retryAfterMs(headers: Headers, now: Instant): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const delayMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), DAY_MS);
}
