import ICAL from 'ical.js';
import { firstStart, type Occurrence, occurrencesFrom, seriesIn } from '#bin/demo/calendar/occurrences';
import { isAllDay } from '#shared/calendars/feeds/ical/event-times';
import type { Instant } from '#shared/foundation/core/time';

export interface Calendar {
  /** Email address of the owner, if the export has it. */
  readonly ownerEmail: string | null;
  /** By start. */
  readonly occurrences: readonly Occurrence[];
  readonly allDayCount: number;
}

/**
 * The occurrences in the four weeks from `from`. If there are none, or without `from`, those in the four weeks from the
 * first event of the calendar. Throws for text that is not iCalendar (RFC 5545).
 */
export function readCalendar(text: string, from?: Instant): Calendar {
  const calendars = calendarsIn(text);
  const property = (name: string) => String(calendars[0]?.getFirstPropertyValue(name) ?? '');
  const name = property('x-wr-calname');
  const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const timed = events.filter((event) => !isAllDay(event));
  const series = seriesIn(timed, property('x-wr-timezone'));

  const occurrences = from === undefined ? [] : occurrencesFrom(series, from);
  return {
    // Google names a primary calendar by the owner's address.
    ownerEmail: name.includes('@') ? name.toLowerCase() : null,
    occurrences: occurrences.length > 0 ? occurrences : occurrencesFrom(series, firstStart(series)),
    allDayCount: events.length - timed.length,
  };
}

/** A file can contain several calendars. */
function calendarsIn(text: string): readonly ICAL.Component[] {
  const withoutBom = text.replace(/^\uFEFF/, '');
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(withoutBom)) throw new Error('it has no BEGIN:VCALENDAR');
  const parsed: unknown[] = ICAL.parse(withoutBom);
  const roots = typeof parsed[0] === 'string' ? [parsed] : parsed;
  return roots.map((root) => new ICAL.Component(root as unknown[]));
}
