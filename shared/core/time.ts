/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __unit: 'ms since epoch' };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const later = (at: Instant, milliseconds: number): Instant => (at + milliseconds) as Instant;

/** ISO 8601 in UTC with milliseconds and `Z`, the only form the newest version answers. */
export const isoOf = (at: Instant): string => new Date(at).toISOString();

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoOf(at));
