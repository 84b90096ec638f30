import ICAL from 'ical.js';
import { isAllDay } from '#bin/demo/calendar-time';
import { firstIn, type Occurrence, occurrencesFrom, seriesIn } from '#bin/demo/occurrences';
import { isZone } from '#bin/demo/wall-clock';
import type { Instant } from '#shared/core/time';

export interface Calendar {
  /** Whose calendar it is, where the export says so. */
  readonly ownerEmail: string | null;
  /** In the order in which they take place. */
  readonly occurrences: readonly Occurrence[];
  /** Days that are marked, not meetings. */
  readonly allDayCount: number;
}

/**
 * What takes place in the four weeks from `from`; where that is nothing, or nothing was asked, in the four weeks that
 * begin with the calendar's first event. Throws on text that is no calendar.
 */
export function readCalendar(text: string, from?: Instant): Calendar {
  const calendars = calendarsIn(text);
  const said = (key: string) => String(calendars[0]?.getFirstPropertyValue(key) ?? '');
  const [zone, name] = [said('x-wr-timezone'), said('x-wr-calname')];
  const events = calendars.flatMap((one) => one.getAllSubcomponents('vevent'));
  const timed = events.filter((event) => !isAllDay(event));
  const series = seriesIn(timed, isZone(zone) ? zone : 'Etc/UTC');

  const asked = from === undefined ? [] : occurrencesFrom(series, from);
  return {
    // Google names a person's first calendar by their address.
    ownerEmail: name.includes('@') ? name.toLowerCase() : null,
    occurrences: asked.length > 0 ? asked : occurrencesFrom(series, firstIn(series)),
    allDayCount: events.length - timed.length,
  };
}

/** A file can hold several calendars, one behind the other. */
function calendarsIn(text: string): readonly ICAL.Component[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(plain)) throw new Error('it has no BEGIN:VCALENDAR');
  const parsed: readonly unknown[] = ICAL.parse(plain);
  const roots = typeof parsed[0] === 'string' ? [parsed] : parsed;
  return roots.map((root) => new ICAL.Component(root as unknown[]));
}
