import type ICAL from 'ical.js';
import {
  durationMs,
  type ExpansionBudget,
  instantIn,
  isAllDay,
  isRecurring,
  startsOf,
} from '#shared/calendars/feeds/ical/event-times';
import { attendeesIn, organizerIn } from '#shared/calendars/feeds/ical/feed-people';
import { occurrenceId } from '#shared/calendars/feeds/ical/occurrence-id';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { type Instant, later } from '#shared/core/time';

/** The components with one UID: the event, and those that override occurrences of its rule (RECURRENCE-ID). */
export interface FeedSeries {
  readonly uid: string;
  readonly components: readonly ICAL.Component[];
  /** For times without a known zone. */
  readonly defaultZone: string;
}

/**
 * What a feed says of one UID, in and before the end of the window; cancelled occurrences are left out. A series that
 * cannot be read or expanded stays as it was imported last.
 */
export function occurrencesOf(
  series: FeedSeries,
  window: SyncWindow,
  budget: ExpansionBudget,
): readonly ProviderEvent[] {
  try {
    const events = newestOfEach(series);
    const overrides = events.filter((event) => event.hasProperty('recurrence-id'));
    const master = events.find((event) => !event.hasProperty('recurrence-id'));
    return [
      ...(master && isHeld(master) ? byRule(series, { master, overrides }, window, budget) : []),
      ...overrides.filter(isHeld).map((event) => overridden(series, event)),
    ];
  } catch {
    return [{ kind: 'unread', id: series.uid, code: 'unreadable_series' }];
  }
}

/** Some exports repeat an event in each of its versions: the last with the highest SEQUENCE counts. */
function newestOfEach({ components, defaultZone }: FeedSeries): readonly ICAL.Component[] {
  const sequence = (event: ICAL.Component): number => Number(event.getFirstPropertyValue('sequence') ?? 0);
  const newest = new Map<number | 'master', ICAL.Component>();
  for (const event of components) {
    const name = event.hasProperty('recurrence-id') ? instantIn(event, 'recurrence-id', defaultZone) : 'master';
    const known = newest.get(name);
    if (!known || sequence(event) >= sequence(known)) newest.set(name, event);
  }
  return [...newest.values()];
}

/** It has hours and is not cancelled. */
const isHeld = (event: ICAL.Component): boolean =>
  !isAllDay(event) && textOf(event, 'status')?.toUpperCase() !== 'CANCELLED';

interface Recurring {
  readonly master: ICAL.Component;
  readonly overrides: readonly ICAL.Component[];
}

/** The event itself, or the occurrences of its rule that nothing overrides. */
function byRule(
  { uid, defaultZone }: FeedSeries,
  { master, overrides }: Recurring,
  window: SyncWindow,
  budget: ExpansionBudget,
): readonly ProviderOccurrence[] {
  const content = contentOf(master);
  const lastsMs = hasEnd(master) ? durationMs(master) : null;
  const isSeries = isRecurring(master) || overrides.length > 0;
  const at = (startsAt: Instant): ProviderOccurrence => ({
    ...content,
    ...(isSeries
      ? inSeries(uid, startsAt)
      : { id: uid, icalUid: uid, recurring: false, seriesId: null, originalStartsAt: startsAt }),
    startsAt,
    endsAt: lastsMs === null ? null : later(startsAt, lastsMs),
  });
  if (!isSeries) return [at(instantIn(master, 'dtstart', defaultZone))];
  const moved = new Set(overrides.map((event) => instantIn(event, 'recurrence-id', defaultZone)));
  return startsOf(master, defaultZone, { from: window.from - (lastsMs ?? 0), until: window.to }, budget)
    .filter((startsAt) => !moved.has(startsAt) && later(startsAt, lastsMs ?? 0) >= window.from)
    .map(at);
}

function overridden({ uid, defaultZone }: FeedSeries, event: ICAL.Component): ProviderOccurrence {
  const startsAt = instantIn(event, 'dtstart', defaultZone);
  return {
    ...contentOf(event),
    ...inSeries(uid, instantIn(event, 'recurrence-id', defaultZone)),
    startsAt,
    endsAt: hasEnd(event) ? later(startsAt, durationMs(event)) : null,
  };
}

const inSeries = (uid: string, originalStartsAt: Instant) => ({
  id: occurrenceId(uid, originalStartsAt),
  icalUid: uid,
  recurring: true,
  seriesId: uid,
  originalStartsAt,
});

const hasEnd = (event: ICAL.Component): boolean => event.hasProperty('dtend') || event.hasProperty('duration');

const contentOf = (event: ICAL.Component) => ({
  kind: 'occurrence' as const,
  isAllDay: false,
  isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(textOf(event, 'class')?.toUpperCase() ?? ''),
  title: textOf(event, 'summary'),
  location: textOf(event, 'location'),
  description: [...textsOf(event, 'description'), ...textsOf(event, 'x-alt-desc')].join('\n') || null,
  conferenceLinks: LINK_PROPERTIES.flatMap((name) => textsOf(event, name)),
  organizer: organizerIn(event),
  attendees: attendeesIn(event),
});

/** Properties with the link of a call, the most reliable first. CONFERENCE is RFC 7986. */
const LINK_PROPERTIES = [
  'x-google-conference',
  'x-google-hangout',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
  'x-microsoft-onlinemeetingconflink',
  'conference',
  'url',
];

const textOf = (event: ICAL.Component, name: string): string | null => textsOf(event, name)[0] ?? null;

const textsOf = (event: ICAL.Component, name: string): readonly string[] =>
  event.getAllProperties(name).flatMap((property) => String(property.getFirstValue() ?? '') || []);
