import { DAY_MS, type Instant, SECOND_MS } from '#shared/foundation/core/time';

/**
 * Milliseconds until the time of a `Retry-After` header (RFC 9110: seconds or a date), at most a day. Undefined when
 * there is no such header, or none that can be parsed.
 */
export function retryAfterMs(header: string | null | undefined, now: Instant): number | undefined {
  const text = header?.trim() ?? '';
  const delayMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : dateIn(text) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), DAY_MS);
}

/** The oldest of the three forms of a date (RFC 9110, section 5.6.7) has no zone: it is in UTC. */
const dateIn = (text: string): number =>
  Date.parse(/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? `${text} GMT` : text);
