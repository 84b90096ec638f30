import { HOUR_MS, SECOND_MS } from '#shared/core/time';

/** Automatic attempts of one delivery, over about 14 hours: docs/limits-and-rules.md#webhooks. */
export const MAX_ATTEMPTS = 21;

const FIRST_GAP_MS = 30 * SECOND_MS;
const LONGEST_GAP_MS = HOUR_MS;

/**
 * Milliseconds from the start of attempt n to the moment attempt n + 1 is due; undefined after the last.
 * `random` is in [0, 1). Below the hour the gap varies by 10 % either way; at the hour it is 1 to 5 % shorter
 * and never longer, since "at most an hour" is a promise: docs/limits-and-rules.md#webhooks.
 */
export function gapAfterAttempt(attempt: number, random: number): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const doubled = FIRST_GAP_MS * 2 ** (attempt - 1);
  return doubled < LONGEST_GAP_MS
    ? Math.round(doubled * (0.9 + 0.2 * random))
    : Math.round(LONGEST_GAP_MS * (0.95 + 0.04 * random));
}
