import type { SyncCursor } from '#shared/calendars/sync/rules/calendar-sync';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';

/** The sync window: docs/limits-and-rules.md#calendar-connections. */
const BACK_MS = DAY_MS;
const AHEAD_MS = 28 * DAY_MS;
const ROLLS_AFTER_MS = DAY_MS;

/** What a full sync that begins now keeps in step. */
export const windowAt = (now: Instant): SyncWindow => ({ from: later(now, -BACK_MS), to: later(now, AHEAD_MS) });

/** When a pass over everything takes the place of one over changes: a day after the last such pass began. */
export const rollsAt = ({ from }: SyncWindow): Instant => later(from, BACK_MS + ROLLS_AFTER_MS);

/** Nothing to go on from, or its window has to move. */
export const needsFullSync = (cursor: SyncCursor | null, now: Instant): boolean =>
  cursor === null || rollsAt(cursor.window) <= now;

/** Any of it lies in the window; without an end, its start decides. */
export const isInWindow = (
  { startsAt, endsAt }: { readonly startsAt: Instant; readonly endsAt: Instant | null },
  { from, to }: SyncWindow,
): boolean => startsAt < to && (startsAt >= from || (endsAt !== null && endsAt > from));
