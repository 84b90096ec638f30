import ICAL from 'ical.js';
import { meetingLinkOf } from '#bin/demo/calendar-link';
import { attendeesOf, type Invited, type InvitedAttendee, organizerOf } from '#bin/demo/calendar-people';
import { instantInZone, isZone } from '#bin/demo/wall-clock';
import { DAY_MS, type Instant } from '#shared/domain/time';

/** One time that an event takes place, as a calendar sync would push it. */
export interface Occurrence {
  readonly icalUid: string;
  readonly recurring: boolean;
  /** Where its series puts it: with the uid, its identity (RFC 5545 RECURRENCE-ID). */
  readonly originalStartsAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly title: string | null;
  readonly meetingUrl: string | null;
  readonly organizer: Invited | null;
  readonly attendees: readonly InvitedAttendee[];
  readonly cancelled: boolean;
}

export interface Calendar {
  /** Whose calendar it is, where the export says so. */
  readonly ownerEmail: string | null;
  /** In the order in which they take place. */
  readonly occurrences: readonly Occurrence[];
  /** Days that are marked, not meetings. */
  readonly allDayCount: number;
}

/** The span that a connected calendar is synced for. */
const WINDOW_MS = 28 * DAY_MS;
/** A rule that comes by the second would otherwise be followed for ever. */
const MOST_STEPS = 20_000;
const LONGEST_MS = 31 * DAY_MS;
const LONGEST_TITLE = 500;

/**
 * What takes place in the four weeks from `from`; where that is nothing, or nothing was asked, in the four weeks that
 * begin with the calendar's first event. Throws on text that is no calendar.
 */
export function readCalendar(text: string, from?: Instant): Calendar {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [zone, name] = ['x-wr-timezone', 'x-wr-calname'].map((key) =>
    String(calendar.getFirstPropertyValue(key) ?? ''),
  );
  const events = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  const timed = events.filter((event) => !timeIn(event, 'dtstart')?.isDate);
  const series = seriesIn(timed, isZone(zone ?? '') ? (zone ?? '') : 'Etc/UTC');

  const asked = from === undefined ? [] : within(series, from);
  return {
    ownerEmail: name?.includes('@') ? name.toLowerCase() : null,
    occurrences: asked.length > 0 ? asked : within(series, firstIn(series)),
    allDayCount: events.length - timed.length,
  };
}

/** All that a calendar holds under one uid: the event or the rule, and the occurrences that were changed. */
interface Series {
  readonly uid: string;
  readonly master: ICAL.Component | undefined;
  readonly changed: readonly ICAL.Component[];
  /** Of times that name no zone that is known. */
  readonly zone: string;
}

function seriesIn(events: readonly ICAL.Component[], zone: string): readonly Series[] {
  const byUid = Map.groupBy(events, (event) => String(event.getFirstPropertyValue('uid') ?? ''));
  return [...byUid].map(([uid, some]) => ({
    uid,
    master: some.find((event) => !event.hasProperty('recurrence-id')),
    changed: some.filter((event) => event.hasProperty('recurrence-id')),
    zone,
  }));
}

const firstIn = (series: readonly Series[]): Instant =>
  Math.min(
    ...series.flatMap(({ master, changed, zone }) =>
      (master ? [master] : changed).map((event) => instantIn(event, 'dtstart', zone)),
    ),
  ) as Instant;

function within(series: readonly Series[], from: Instant): readonly Occurrence[] {
  const until = from + WINDOW_MS;
  return series
    .flatMap((one) => [...plainOccurrences(one, until), ...changedOccurrences(one)])
    .filter(({ startsAt, endsAt }) => startsAt >= from && startsAt < until && endsAt - startsAt <= LONGEST_MS)
    .sort((one, other) => one.startsAt - other.startsAt);
}

/** Those of the event or its rule that nobody changed or took out. */
function plainOccurrences({ uid, master, changed, zone }: Series, until: number): readonly Occurrence[] {
  if (!master) return [];
  const first = instantIn(master, 'dtstart', zone);
  const recurring = new ICAL.Event(master).isRecurring();
  const replaced = new Set(changed.map((event) => instantIn(event, 'recurrence-id', zone)));
  const starts = recurring ? startsOf(master, zone, until) : [first];
  const durationMs = endOf(master, zone) - first;
  const content = contentOf(master, uid);
  return starts
    .filter((startsAt) => !replaced.has(startsAt))
    .map((startsAt) => ({
      ...content,
      recurring,
      originalStartsAt: startsAt,
      startsAt,
      endsAt: (startsAt + durationMs) as Instant,
    }));
}

const changedOccurrences = ({ uid, changed, zone }: Series): readonly Occurrence[] =>
  changed.map((event) => ({
    ...contentOf(event, uid),
    recurring: true,
    originalStartsAt: instantIn(event, 'recurrence-id', zone),
    startsAt: instantIn(event, 'dtstart', zone),
    endsAt: endOf(event, zone),
  }));

function startsOf(master: ICAL.Component, zone: string, until: number): readonly Instant[] {
  const tzid = tzidOf(master, 'dtstart');
  const iterator = new ICAL.Event(master).iterator();
  const starts: Instant[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const time = iterator.next() as ICAL.Time | undefined;
    if (!time) break;
    const startsAt = instantOf(time, tzid, zone);
    if (startsAt >= until) break;
    starts.push(startsAt);
  }
  return starts;
}

const contentOf = (event: ICAL.Component, uid: string) => ({
  icalUid: uid,
  title: String(event.getFirstPropertyValue('summary') ?? '').slice(0, LONGEST_TITLE) || null,
  meetingUrl: meetingLinkOf(event),
  organizer: organizerOf(event),
  attendees: attendeesOf(event),
  cancelled: String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED',
});

function endOf(event: ICAL.Component, zone: string): Instant {
  if (event.hasProperty('dtend')) return instantIn(event, 'dtend', zone);
  const seconds = new ICAL.Event(event).duration.toSeconds();
  return (instantIn(event, 'dtstart', zone) + seconds * 1000) as Instant;
}

const instantIn = (event: ICAL.Component, name: string, zone: string): Instant => {
  const time = timeIn(event, name);
  if (!time) throw new Error(`An event has no ${name.toUpperCase()}`);
  return instantOf(time, tzidOf(event, name), zone);
};

function timeIn(event: ICAL.Component, name: string): ICAL.Time | undefined {
  const value = event.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : undefined;
}

const tzidOf = (event: ICAL.Component, name: string): string | undefined =>
  event.getFirstProperty(name)?.getFirstParameter('tzid');

/** By the calendar's own definition of the zone; else by this machine's; else in the calendar's zone. */
function instantOf(time: ICAL.Time, tzid: string | undefined, zone: string): Instant {
  if (time.zone && time.zone.tzid !== 'floating') return (time.toUnixTime() * 1000) as Instant;
  return instantInZone(time, tzid && isZone(tzid) ? tzid : zone);
}
