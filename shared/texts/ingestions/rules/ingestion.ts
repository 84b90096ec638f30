import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS, spread } from '#shared/foundation/core/time';
import type { CopyProgress } from '#shared/foundation/files/rules/copy-progress';
import { MEDIA_FAULTS, type MediaFacts } from '#shared/foundation/media/rules/media-facts';

/** Where a media file comes from: an upload of the same workspace, by the key of its object, or a public https URL. */
export type MediaSource =
  | { readonly kind: 'upload'; readonly key: string }
  | { readonly kind: 'url'; readonly url: string };

/** `too_many_tracks`: each was to be transcribed, and there are more than are taken. */
export const INGESTION_FAULTS = [...MEDIA_FAULTS, 'media_unreachable', 'too_many_tracks'] as const;
export type IngestionFault = (typeof INGESTION_FAULTS)[number];

/** What became of a file: it is stored and can be transcribed, it is not taken and nothing of it is kept, or when to go on. */
export type Ingested =
  | { readonly outcome: 'stored'; readonly sizeBytes: number; readonly facts: MediaFacts }
  | { readonly outcome: 'failed'; readonly reason: IngestionFault }
  | { readonly outcome: 'later'; readonly at: Instant };

/** How far an ingestion is. A job stores it as it is. */
export type IngestionCursor = {
  /** How far the file is copied, or its size once it is; null before the first part. */
  readonly copy: CopyProgress | { readonly sizeBytes: number } | null;
  /** Attempts that failed one after the other; null when the last went well. */
  readonly failing: { readonly since: Instant; readonly attempts: number } | null;
  /** Attempts that a source was too slow for, whatever came in between; absent before the first. */
  readonly slowAttempts?: number;
  /**
   * It holds its worker for longer than a turn, as a download without byte ranges or as a file that is slow to read: a
   * further attempt needs a place for long ingestions.
   */
  readonly isLong?: true;
  /** Since when it waits for a place; absent while it has one. */
  readonly waitingSince?: Instant;
};

export const NEW_INGESTION: IngestionCursor = { copy: null, failing: null };

/** How long a source may be out of reach before it is `media_unreachable`. */
const GIVE_UP_AFTER_MS = HOUR_MS;
const FIRST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 10 * MINUTE_MS;
/** A source that is too slow holds a worker for half a minute or more at each attempt. */
const MOST_SLOW_ATTEMPTS = 3;

const FIRST_PLACE_WAIT_MS = 30 * SECOND_MS;
const LONGEST_PLACE_WAIT_MS = 5 * MINUTE_MS;

/**
 * Where no place is free: when to look again. The longer it has waited, the longer it waits again, so that many that wait
 * for days cost little. Spread by a random number of 0 to 1, so that those of one moment do not look at once.
 */
export function waitForPlace(
  cursor: IngestionCursor,
  now: Instant,
  random: number,
): { readonly cursor: IngestionCursor; readonly notBefore: Instant } {
  const { waitingSince = now } = cursor;
  const waitMs = Math.min(LONGEST_PLACE_WAIT_MS, Math.max(FIRST_PLACE_WAIT_MS, (now - waitingSince) / 4));
  return { cursor: { ...cursor, waitingSince }, notBefore: later(now, spread(waitMs, random)) };
}

/** Once it has a place: the next wait begins short again. */
export const afterWait = ({ waitingSince: _waitingSince, ...cursor }: IngestionCursor): IngestionCursor => cursor;

/** After a save of the copy. Failed attempts stop counting with the second part: less is copied by attempts that all fail. */
export const withCopy = (cursor: IngestionCursor, copy: IngestionCursor['copy']): IngestionCursor => ({
  ...cursor,
  copy,
  failing: copy === null || ('parts' in copy && copy.parts < 2) ? cursor.failing : null,
});

/** After a failed attempt: when the next one begins, or undefined after an hour of them. 10 s, then twice as long each time. */
export function afterFailedAttempt(
  cursor: IngestionCursor,
  now: Instant,
): { readonly cursor: IngestionCursor; readonly nextAt: Instant } | undefined {
  const { since = now, attempts = 0 } = cursor.failing ?? {};
  if (now - since >= GIVE_UP_AFTER_MS) return undefined;
  const nextAt = later(now, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts));
  return { cursor: { ...cursor, failing: { since, attempts: attempts + 1 } }, nextAt };
}

/** After an attempt that the source was too slow for: as after any that failed, but undefined after the third. */
export function afterSlowAttempt(cursor: IngestionCursor, now: Instant): ReturnType<typeof afterFailedAttempt> {
  const slowAttempts = (cursor.slowAttempts ?? 0) + 1;
  return slowAttempts >= MOST_SLOW_ATTEMPTS ? undefined : afterFailedAttempt({ ...cursor, slowAttempts }, now);
}
