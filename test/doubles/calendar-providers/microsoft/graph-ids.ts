import { createHash } from 'node:crypto';
import type { CalendarOccurrence } from '#test/doubles/calendar-providers/calendar/events';
import { compactText } from '#test/doubles/calendar-providers/calendar/zones';
import type { Chance } from '#test/doubles/calendar-providers/server/chance';

/** With a character at the end that has to be encoded in a path, as theirs. */
export const newGraphId = (chance: Chance): string => `AAMkAD${chance.urlSafe(64)}=`;

/**
 * Of an occurrence it is made of the master's and the day: a series that moves to another hour of the same days keeps
 * the ids of its occurrences (github.com/AvengeMedia/dankcalendar/issues/95).
 */
export const graphIdOf = ({ eventId, recurring, originalStartsAt, timeZone }: CalendarOccurrence): string =>
  recurring ? occurrenceId(eventId, compactText(originalStartsAt, timeZone).slice(0, 8)) : eventId;

const occurrenceId = (masterId: string, day: string): string =>
  `${stemOf(masterId)}-oc-${Buffer.from(day).toString('base64url')}=`;

const stemOf = (id: string): string => id.replace(/=$/, '');

/** The master that an occurrence's id was made of; undefined for an id of another sort. */
export const masterIdIn = (id: string): string | undefined => {
  const [stem, day] = id.split('-oc-');
  return stem !== undefined && day !== undefined ? `${stem}=` : undefined;
};

const GLOBAL_OBJECT = '040000008200E00074C5B7101A82E008';

/** Exchange's own form of a UID (MS-OXOCAL, PidLidGlobalObjectId): eight digits of it are the occurrence's day. */
export const graphUidOf = (id: string): string =>
  `${GLOBAL_OBJECT}00000000${createHash('sha256').update(id).digest('hex').slice(0, 48).toUpperCase()}`;

/** Another one for each occurrence of a series, so it does not identify a series. */
export function occurrenceUidOf({ icalUid, recurring, originalStartsAt, timeZone }: CalendarOccurrence): string {
  if (!recurring) return icalUid;
  const day = compactText(originalStartsAt, timeZone).slice(0, 8);
  if (!icalUid.startsWith(GLOBAL_OBJECT)) return `${icalUid}-${day}`;
  const [year = '', month = '', date = ''] = [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)];
  const hex = (text: string, length: number) => Number(text).toString(16).padStart(length, '0').toUpperCase();
  return GLOBAL_OBJECT + hex(year, 4) + hex(month, 2) + hex(date, 2) + icalUid.slice(GLOBAL_OBJECT.length + 8);
}
