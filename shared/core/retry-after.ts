import { DAY_MS, type Instant, SECOND_MS } from '#shared/core/time';

/**
 * Milliseconds until the time of a `Retry-After` header (RFC 9110: seconds or a date), at most a day. Undefined when
 * there is no such header, or none that can be parsed.
 */
export function retryAfterMs(header: string | null | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? '';
  const delayMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), DAY_MS);
}
