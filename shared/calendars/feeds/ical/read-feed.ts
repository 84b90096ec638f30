import ICAL from 'ical.js';
import type { ExpansionBudget } from '#shared/calendars/feeds/ical/event-times';
import { relevantPart } from '#shared/calendars/feeds/ical/feed-lines';
import { type FeedSeries, occurrencesOf } from '#shared/calendars/feeds/ical/feed-occurrences';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { isInWindow } from '#shared/calendars/sync/rules/window';

/** The first by their start: docs/limits-and-rules.md#calendar-feeds. */
export const MOST_OCCURRENCES = 5_000;
/** Of expansion, of all series together: about half a second. Rules other than daily and weekly ones begin at their start. */
const MOST_STEPS = 50_000;
/**
 * Characters of all occurrences together: each occurrence of a series repeats the text of its event, and is imported with
 * it. Twice the largest file.
 */
const MOST_TEXT = 20_000_000;
/** Of an attendee, beside the name and the address. */
const ATTENDEE_LENGTH = 50;

/**
 * The occurrences of an iCalendar file (RFC 5545) that lie in the window, at most 5,000, and the series that cannot be
 * read. Throws `FeedFailed` for a text that is no calendar, or that is beyond the bounds. A rule can keep it for ever:
 * only a thread that can be ended runs it.
 */
export function readFeed(file: string, window: SyncWindow): readonly ProviderEvent[] {
  const text = file.replace(/^\uFEFF/, '');
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw new FeedFailed('not_a_calendar');
  const budget: ExpansionBudget = { steps: MOST_STEPS };
  const events = calendarsIn(relevantPart(text, window))
    .flatMap(seriesIn)
    .flatMap((series) => occurrencesOf(series, window, budget));
  const occurrences = events
    .filter(isOccurrence)
    .filter((occurrence) => isInWindow(occurrence, window))
    .sort((one, other) => one.startsAt - other.startsAt)
    .slice(0, MOST_OCCURRENCES);
  const length = occurrences.reduce((sum, occurrence) => sum + lengthOf(occurrence), 0);
  if (length > MOST_TEXT) throw new FeedFailed('too_large');
  return [...events.filter((event) => !isOccurrence(event)), ...occurrences];
}

function lengthOf({ title, location, description, conferenceLinks, attendees }: ProviderOccurrence): number {
  const texts = [title, location, description, ...conferenceLinks];
  const people = attendees.reduce(
    (sum, { name, email }) => sum + (name?.length ?? 0) + (email?.length ?? 0) + ATTENDEE_LENGTH,
    0,
  );
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), people);
}

const isOccurrence = (event: ProviderEvent): event is ProviderOccurrence => event.kind === 'occurrence';

/** A file can contain several calendars. */
function calendarsIn(text: string): readonly ICAL.Component[] {
  try {
    const parsed: unknown[] = ICAL.parse(text);
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed;
    const calendars = roots.map((root) => new ICAL.Component(root as unknown[]));
    if (calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar')) return calendars;
  } catch {
    // What the parser refuses is no calendar, in whatever words it says so.
  }
  throw new FeedFailed('not_a_calendar');
}

/** Events without a UID have no identity, and are left out. */
function seriesIn(calendar: ICAL.Component): readonly FeedSeries[] {
  const defaultZone = textIn(calendar, 'x-wr-timezone');
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) => textIn(event, 'uid'));
  byUid.delete('');
  return [...byUid].map(([uid, components]) => ({ uid, components, defaultZone }));
}

/** Empty where it is missing, or is no value of the type that the file says it has. */
function textIn(component: ICAL.Component, property: string): string {
  try {
    return String(component.getFirstPropertyValue(property) ?? '');
  } catch {
    return '';
  }
}
