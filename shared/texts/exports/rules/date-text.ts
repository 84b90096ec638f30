import { type Instant, isoOf } from '#shared/foundation/core/time';

/** The date of a text as documents show it: `2026-11-02 10:00 UTC`. */
export const dateText = (at: Instant): string => `${isoOf(at).slice(0, 16).replace('T', ' ')} UTC`;
