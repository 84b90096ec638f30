import ICAL from 'ical.js';
import { meetingLinkOf } from '#bin/demo/calendar-link';
import { attendeesOf, type Invited, type InvitedAttendee, organizerOf } from '#bin/demo/calendar-people';
import { endOf, instantIn, startsOf } from '#bin/demo/calendar-time';
import { DAY_MS, type Instant, later } from '#shared/core/time';

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

/** All that a calendar holds under one uid: the event or the rule, and the occurrences that were changed. */
export interface Series {
  readonly uid: string;
  readonly master: ICAL.Component | undefined;
  readonly changed: readonly ICAL.Component[];
  /** Of times that name no zone that is known. */
  readonly zone: string;
}

export function seriesIn(events: readonly ICAL.Component[], zone: string): readonly Series[] {
  const byUid = Map.groupBy(events, (event) => String(event.getFirstPropertyValue('uid') ?? ''));
  return [...byUid].map(([uid, some]) => ({
    uid,
    master: some.find((event) => !event.hasProperty('recurrence-id')),
    changed: some.filter((event) => event.hasProperty('recurrence-id')),
    zone,
  }));
}

/** When the first of it all takes place; infinitely late where there is nothing. */
export const firstIn = (series: readonly Series[]): Instant =>
  Math.min(
    ...series.flatMap(({ master, changed, zone }) =>
      (master ? [master] : changed).map((event) => instantIn(event, 'dtstart', zone)),
    ),
  ) as Instant;

/** The span that a connected calendar is synced for, and the longest that an event may last (decisions.md §4, §9). */
const WINDOW_MS = 28 * DAY_MS;
const LONGEST_MS = 31 * DAY_MS;
const LONGEST_TITLE = 500;

/** What takes place in the four weeks from then on, in its order. */
export function occurrencesFrom(series: readonly Series[], from: Instant): readonly Occurrence[] {
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
      endsAt: later(startsAt, durationMs),
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

const contentOf = (event: ICAL.Component, uid: string) => ({
  icalUid: uid,
  title: String(event.getFirstPropertyValue('summary') ?? '').slice(0, LONGEST_TITLE) || null,
  meetingUrl: meetingLinkOf(event),
  organizer: organizerOf(event),
  attendees: attendeesOf(event),
  cancelled: String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED',
});
