import type { Budget } from '#shared/calendars/feeds/ical/expansion-budget';
import { calendarsIn, type FeedComponent } from '#shared/calendars/feeds/ical/feed-components';
import { eventIn } from '#shared/calendars/feeds/ical/feed-events';
import { type FeedSeries, occurrencesOf } from '#shared/calendars/feeds/ical/feed-occurrences';
import { seriesOf } from '#shared/calendars/feeds/ical/feed-series';
import { relevantEvents } from '#shared/calendars/feeds/ical/feed-window';
import { defaultZoneOf, zonesOf } from '#shared/calendars/feeds/ical/feed-zones';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type {
  EventNote,
  ProviderEvent,
  ProviderOccurrence,
  SyncWindow,
  UnreadEvent,
} from '#shared/calendars/sync/rules/provider-event';
import { isInWindow } from '#shared/calendars/sync/rules/window';

/** The first by their start: docs/limits-and-rules.md#calendar-feeds. */
export const MOST_OCCURRENCES = 5_000;
/** Of expansion, of all series together: about half a second. A rule with a COUNT begins at its start. */
const MOST_STEPS = 1_000_000;
/**
 * Characters of all occurrences together: each occurrence of a series repeats the text of its event, and is imported with
 * it. Twice the largest file.
 */
const MOST_TEXT = 20_000_000;
/** Of an attendee, beside the name and the address. */
const ATTENDEE_LENGTH = 50;

/** Notes of one code, each with its place. */
const MOST_NOTES = 50;

/**
 * The occurrences of an iCalendar file (RFC 5545) that lie in the window, at most 5,000, and what cannot be read. Throws
 * `FeedFailed` for a text without a calendar, and for one that is beyond the bounds. A rule can keep it for ever: only a
 * thread that can be ended runs it.
 */
export function readFeed(text: string, window: SyncWindow): readonly ProviderEvent[] {
  const { calendars, isWhole } = calendarsIn(text);
  const budget: Budget = { steps: MOST_STEPS };
  const read = calendars.map((calendar) => readCalendar(calendar, window));
  const events = read.flatMap(({ series }) => series).flatMap((series) => occurrencesOf(series, window, budget));
  const occurrences = events
    .filter(isOccurrence)
    .filter((occurrence) => isInWindow(occurrence, window))
    .sort((one, other) => one.startsAt - other.startsAt)
    .slice(0, MOST_OCCURRENCES);
  const length = occurrences.reduce((sum, occurrence) => sum + lengthOf(occurrence), 0);
  if (length > MOST_TEXT) throw new FeedFailed('too_large');
  const notes = [...(isWhole ? [] : [CUT_OFF]), ...read.flatMap((calendar) => calendar.notes)];
  return [...mostOfEach(notes), ...events.filter((event) => !isOccurrence(event)), ...occurrences];
}

/** The file ends within a calendar: any event that is missing may stand in the rest. */
const CUT_OFF: UnreadEvent = {
  kind: 'unread',
  id: null,
  code: 'unreadable_event',
  place: { icalUid: null, what: 'END:VCALENDAR', line: null },
};

interface ReadCalendar {
  readonly series: readonly FeedSeries[];
  readonly notes: readonly (EventNote | UnreadEvent)[];
}

function readCalendar(calendar: FeedComponent, window: SyncWindow): ReadCalendar {
  const events = relevantEvents(
    calendar.components.filter(({ name }) => name === 'VEVENT'),
    window,
  );
  const zones = zonesOf(calendar);
  const zone = defaultZoneOf(calendar, events, zones);
  const read = events.map((event) => eventIn(event, { zones, defaultZone: () => zone }));
  const components = read.flatMap(({ uid, component }) => (component ? [{ uid, component }] : []));
  const { series, notes } = seriesOf(components, zone.tzid);
  return { series, notes: [...read.flatMap((event) => event.notes), ...notes] };
}

function mostOfEach(notes: readonly (EventNote | UnreadEvent)[]): readonly (EventNote | UnreadEvent)[] {
  const byCode = new Map<string, number>();
  return notes.filter(({ kind, code }) => {
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
    // What cannot be read is kept as it was, however much it is.
    return kind === 'unread' || (byCode.get(code) ?? 0) <= MOST_NOTES;
  });
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
