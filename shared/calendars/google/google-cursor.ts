import * as v from 'valibot';
import { CursorExpired } from '#shared/calendars/sync/ports/calendar-provider';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Instant } from '#shared/core/time';

/**
 * Where a list goes on. Every page of a pass wants the parameters that its first one had: the window's ends, or the
 * sync token.
 */
export type GoogleCursor =
  | { readonly window: SyncWindow; readonly page?: string | undefined }
  | { readonly sync: string; readonly page?: string | undefined };

const instant = v.pipe(
  v.number(),
  v.transform((milliseconds) => milliseconds as Instant),
);
const page = v.optional(v.string());

const Written: v.GenericSchema<unknown, GoogleCursor> = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ window: v.object({ from: instant, to: instant }), page }), v.object({ sync: v.string(), page })]),
);

export const writeCursor = (cursor: GoogleCursor): string => JSON.stringify(cursor);

/** Throws `CursorExpired` for what is no cursor of ours. */
export function readCursor(text: string): GoogleCursor {
  const read = v.safeParse(Written, text);
  if (!read.success) throw new CursorExpired('This is no cursor of Google Calendar.');
  return read.output;
}
