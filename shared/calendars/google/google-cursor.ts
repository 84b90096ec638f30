import * as v from 'valibot';
import { CursorExpired } from '#shared/calendars/sync/ports/calendar-provider';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Instant } from '#shared/core/time';

/**
 * The position in a list. Every page of a sync run is requested with the parameters of its first page: the ends of the
 * window, or the sync token.
 */
export type GoogleCursor =
  | { readonly window: SyncWindow; readonly page?: string | undefined }
  | { readonly sync: string; readonly page?: string | undefined };

const instant = v.pipe(
  v.number(),
  v.transform((milliseconds) => milliseconds as Instant),
);
const page = v.optional(v.string());

const StoredCursor: v.GenericSchema<unknown, GoogleCursor> = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ window: v.object({ from: instant, to: instant }), page }), v.object({ sync: v.string(), page })]),
);

export const writeCursor = (cursor: GoogleCursor): string => JSON.stringify(cursor);

/** Throws `CursorExpired` for a text that `writeCursor` did not write. */
export function readCursor(text: string): GoogleCursor {
  const parsed = v.safeParse(StoredCursor, text);
  if (!parsed.success) throw new CursorExpired('The cursor is not one of Google Calendar.');
  return parsed.output;
}
