import type { CalendarId } from '#shared/foundation/core/ids';

/** Something about a calendar that is connected, or a feed. */
interface OfCalendar {
  readonly calendarId: CalendarId | null;
}

/** As rows, jobs and messages have it: they call the id `connectionId`, from before there were feeds. */
export type StoredOfCalendar<Thing extends OfCalendar> = Omit<Thing, 'calendarId'> & {
  readonly connectionId: Thing['calendarId'];
};

/** What is stored of it. */
export const storedOfCalendar = <Thing extends OfCalendar>({
  calendarId: connectionId,
  ...rest
}: Thing): StoredOfCalendar<Thing> => ({ ...rest, connectionId });

/** What was stored, under the name that the code has. */
export const ofCalendar = <Id extends CalendarId | null, Rest>({
  connectionId: calendarId,
  ...rest
}: Rest & { readonly connectionId: Id }): Omit<Rest & { readonly connectionId: Id }, 'connectionId'> & {
  readonly calendarId: Id;
} => ({ ...rest, calendarId });
