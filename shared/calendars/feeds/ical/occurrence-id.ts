import { type Instant, isoOf } from '#shared/foundation/core/time';

/** The id of an occurrence of a series in its feed. */
export const occurrenceId = (uid: string, originalStartsAt: Instant): string => `${uid}#${isoOf(originalStartsAt)}`;
