import type ICAL from 'ical.js';
import { attendeesOf, type Invited, type InvitedAttendee, organizerOf } from '#bin/demo/calendar/attendees';
import { durationMs, overriddenStart, startOf } from '#shared/calendars/feeds/ical/event-times';
import { isRecurring, startsOf } from '#shared/calendars/feeds/ical/series-starts';
import { linksIn } from '#shared/calendars/sync/rules/links-in-text';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import { callIn } from '#shared/meetings/meetings/rules/read-link';

/** One occurrence of an event, as a calendar sync would push it. */
export interface Occurrence {
  readonly icalUid: string;
  readonly recurring: boolean;
  /** The start by the recurrence rule: with the uid, its identity (RFC 5545 RECURRENCE-ID). */
  readonly originalStartsAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly title: string | null;
  readonly meetingUrl: string | null;
  readonly organizer: Invited | null;
  readonly attendees: readonly InvitedAttendee[];
  readonly cancelled: boolean;
}

/** The components with one uid: the event, and the occurrences that override its rule. */
export interface Series {
  readonly uid: string;
  readonly master: ICAL.Component | undefined;
  readonly overrides: readonly ICAL.Component[];
  /** For times without a known zone. */
  readonly defaultZone: string;
}

export function seriesIn(events: readonly ICAL.Component[], defaultZone: string): readonly Series[] {
  const byUid = Map.groupBy(events, (event) => String(event.getFirstPropertyValue('uid') ?? ''));
  return [...byUid].map(([uid, components]) => ({
    uid,
    master: components.find((event) => !event.hasProperty('recurrence-id')),
    overrides: components.filter((event) => event.hasProperty('recurrence-id')),
    defaultZone,
  }));
}

/** The first start of all series; infinite without a series. */
export const firstStart = (series: readonly Series[]): Instant =>
  Math.min(
    ...series.flatMap(({ master, overrides, defaultZone }) =>
      (master ? [master] : overrides).map((event) => startOf(event, defaultZone).at),
    ),
  ) as Instant;

/** The window of a calendar sync, and the limits of a calendar event in the API. */
const WINDOW_MS = 28 * DAY_MS;
const MAX_DURATION_MS = 31 * DAY_MS;
const MAX_TITLE_LENGTH = 500;
/** Of one series: bounds the expansion of a rule such as FREQ=SECONDLY. */
const MAX_STEPS = 400_000;

/** The occurrences that start in the window from `from`, by start. */
export function occurrencesFrom(series: readonly Series[], from: Instant): readonly Occurrence[] {
  const until = from + WINDOW_MS;
  return series
    .flatMap((one) => [...regularOccurrences(one, { from, until }), ...overriddenOccurrences(one)])
    .filter(({ startsAt, endsAt }) => startsAt >= from && startsAt < until && endsAt - startsAt <= MAX_DURATION_MS)
    .sort((one, other) => one.startsAt - other.startsAt);
}

/** The event itself, or the occurrences of its rule without overrides. */
function regularOccurrences(
  { uid, master, overrides, defaultZone }: Series,
  span: { readonly from: number; readonly until: number },
): readonly Occurrence[] {
  if (!master) return [];
  const start = startOf(master, defaultZone);
  const recurring = isRecurring(master);
  const overridden = new Set(overrides.map((event) => overriddenStart(event, start, defaultZone)));
  const starts = recurring
    ? startsOf(master, start, defaultZone, span, { steps: MAX_STEPS }).map(({ startsAt }) => startsAt)
    : [start.at];
  const content = { ...contentOf(master), icalUid: uid, recurring };
  const lastsMs = durationMs(master, start, defaultZone) ?? 0;
  return starts
    .filter((startsAt) => !overridden.has(startsAt))
    .map((startsAt) => ({ ...content, originalStartsAt: startsAt, startsAt, endsAt: later(startsAt, lastsMs) }));
}

const overriddenOccurrences = ({ uid, master, overrides, defaultZone }: Series): readonly Occurrence[] =>
  overrides.map((event) => {
    const start = startOf(event, defaultZone);
    return {
      ...contentOf(event),
      icalUid: uid,
      recurring: true,
      originalStartsAt: overriddenStart(event, master ? startOf(master, defaultZone) : start, defaultZone),
      startsAt: start.at,
      endsAt: later(start.at, durationMs(event, start, defaultZone) ?? 0),
    };
  });

const contentOf = (event: ICAL.Component) => ({
  title: String(event.getFirstPropertyValue('summary') ?? '').slice(0, MAX_TITLE_LENGTH) || null,
  meetingUrl: meetingUrlOf(event),
  organizer: organizerOf(event),
  attendees: attendeesOf(event),
  cancelled: String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED',
});

/** Properties with a meeting link, the most reliable first. */
const LINK_PROPERTIES = [
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
  'location',
  'url',
  'description',
];

/** The first link to a Zoom, Meet or Teams call. */
function meetingUrlOf(event: ICAL.Component): string | null {
  const values = LINK_PROPERTIES.flatMap((name) => event.getAllProperties(name).map((one) => one.getFirstValue()));
  const calls = values.flatMap((value) => linksIn(String(value ?? ''))).flatMap(({ text }) => callIn(text) ?? []);
  return calls[0]?.url ?? null;
}
