import type ICAL from 'ical.js';
import {
  durationMs,
  type EventStart,
  endOf,
  isAllDay,
  movedLike,
  overriddenStart,
  startOf,
} from '#shared/calendars/feeds/ical/event-times';
import { type Budget, withShare } from '#shared/calendars/feeds/ical/expansion-budget';
import { attendeesIn, organizerIn } from '#shared/calendars/feeds/ical/feed-people';
import { occurrenceId } from '#shared/calendars/feeds/ical/occurrence-id';
import { isRecurring, startsOf } from '#shared/calendars/feeds/ical/series-starts';
import { linksIn } from '#shared/calendars/sync/rules/links-in-text';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS, type Instant } from '#shared/foundation/core/time';

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
export function occurrencesOf(series: FeedSeries, window: SyncWindow, budget: Budget): readonly ProviderEvent[] {
  try {
    const { defaultZone } = series;
    const master = newest(series.components.filter((event) => !isOverride(event)));
    const overrides = overridesIn(series, master && startOf(master, defaultZone));
    return [
      ...(master && isHeld(master) ? occurrencesOfMaster(series, { master, overrides }, window, budget) : []),
      ...overrides.filter(({ event }) => isHeld(event)).map((override) => overridden(series, override)),
    ];
  } catch {
    return [{ kind: 'unread', id: series.uid, code: 'unreadable_series' }];
  }
}

const isOverride = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id');

/** Some exports repeat an event in each of its versions: the last with the highest SEQUENCE counts. */
function newest(events: readonly ICAL.Component[]): ICAL.Component | undefined {
  const sequence = (event: ICAL.Component): number => Number(event.getFirstPropertyValue('sequence') ?? 0);
  return events.toSorted((one, other) => sequence(one) - sequence(other)).at(-1);
}

/** Overrides an occurrence, and those behind it too where its RANGE says so. */
interface Override {
  readonly event: ICAL.Component;
  readonly start: EventStart;
  readonly originalStartsAt: Instant;
  readonly isThisAndFuture: boolean;
}

/** In the order of the occurrences that they override, the newest of each. */
function overridesIn({ components, defaultZone }: FeedSeries, series: EventStart | undefined): readonly Override[] {
  const overrides = components.filter(isOverride).map((event): Override => {
    const start = startOf(event, defaultZone);
    const originalStartsAt = overriddenStart(event, series ?? start, defaultZone);
    return { event, start, originalStartsAt, isThisAndFuture: isOfThisAndFuture(event) };
  });
  return [...Map.groupBy(overrides, ({ originalStartsAt }) => originalStartsAt).values()]
    .flatMap((versions) => {
      const event = newest(versions.map((version) => version.event));
      return versions.filter((version) => version.event === event);
    })
    .sort((one, other) => one.originalStartsAt - other.originalStartsAt);
}

const isOfThisAndFuture = (event: ICAL.Component): boolean =>
  String(event.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? '').toUpperCase() === 'THISANDFUTURE';

/** It has hours and is not cancelled. */
const isHeld = (event: ICAL.Component): boolean =>
  !isAllDay(event) && textOf(event, 'status')?.toUpperCase() !== 'CANCELLED';

interface Recurring {
  readonly master: ICAL.Component;
  readonly overrides: readonly Override[];
}

/** The event itself, or the occurrences of its rules that nothing overrides. */
function occurrencesOfMaster(
  { uid, defaultZone }: FeedSeries,
  { master, overrides }: Recurring,
  window: SyncWindow,
  budget: Budget,
): readonly ProviderOccurrence[] {
  const start = startOf(master, defaultZone);
  if (!isRecurring(master) && overrides.length === 0) return [single(uid, master, start, defaultZone)];
  const taken = new Set(overrides.map(({ originalStartsAt }) => originalStartsAt));
  const versions = [
    versionOf({ event: master, start }, start.at, defaultZone),
    ...overrides
      .filter(({ isThisAndFuture }) => isThisAndFuture)
      .map((override) => versionOf(override, override.originalStartsAt, defaultZone)),
  ];
  const span = spanOf(versions, window);
  const starts = withShare(budget, (share) => startsOf(master, start, defaultZone, span, share));
  return starts.flatMap((one) => {
    const version = versions.findLast(({ from }, nth) => nth === 0 || from <= one.startsAt);
    if (!version?.isHeld || taken.has(one.startsAt)) return [];
    const startsAt = version.from === version.to ? one.startsAt : movedLike(one.startsAt, version, start.zone);
    const endsAt = endOf(startsAt, one.lastsMs ?? version.lastsMs);
    if ((endsAt ?? startsAt) < window.from || startsAt >= window.to) return [];
    return [{ ...version.content(), ...inSeries(uid, one.startsAt), startsAt, endsAt }];
  });
}

/** What occurrences are like from one of them on. */
interface Version {
  /** Where its first occurrence was, and where it is. */
  readonly from: Instant;
  readonly to: Instant;
  readonly lastsMs: number | null;
  readonly isHeld: boolean;
  content(): ReturnType<typeof contentOf>;
}

function versionOf({ event, start }: Pick<Override, 'event' | 'start'>, from: Instant, defaultZone: string): Version {
  let content: ReturnType<typeof contentOf> | undefined;
  const read = () => {
    content ??= contentOf(event);
    return content;
  };
  return { from, to: start.at, lastsMs: durationMs(event, start, defaultZone), isHeld: isHeld(event), content: read };
}

/** Wide enough for what lasts into the window, and for what a later version moves into it. */
function spanOf(versions: readonly Version[], { from, to }: SyncWindow) {
  const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
  return {
    from: from - most(versions.map((one) => one.to - one.from + (one.lastsMs ?? 0))) - DAY_MS,
    until: to + most(versions.map((one) => one.from - one.to)) + DAY_MS,
  };
}

function single(uid: string, event: ICAL.Component, start: EventStart, defaultZone: string): ProviderOccurrence {
  return {
    ...contentOf(event),
    ...{ id: uid, icalUid: uid, recurring: false, seriesId: null, originalStartsAt: start.at },
    startsAt: start.at,
    endsAt: endOf(start.at, durationMs(event, start, defaultZone)),
  };
}

const overridden = (
  { uid, defaultZone }: FeedSeries,
  { event, start, originalStartsAt }: Override,
): ProviderOccurrence => ({
  ...contentOf(event),
  ...inSeries(uid, originalStartsAt),
  startsAt: start.at,
  endsAt: endOf(start.at, durationMs(event, start, defaultZone)),
});

const inSeries = (uid: string, originalStartsAt: Instant) => ({
  id: occurrenceId(uid, originalStartsAt),
  icalUid: uid,
  recurring: true,
  seriesId: uid,
  originalStartsAt,
});

const contentOf = (event: ICAL.Component) => ({
  kind: 'occurrence' as const,
  isAllDay: false,
  isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(textOf(event, 'class')?.toUpperCase() ?? ''),
  title: textOf(event, 'summary'),
  location: textOf(event, 'location'),
  description: descriptionOf(event),
  conferenceLinks: LINK_PROPERTIES.flatMap((name) => textsOf(event, name)),
  organizer: organizerIn(event),
  attendees: attendeesIn(event),
});

/** With the links of its HTML form (X-ALT-DESC) where it has none itself: Outlook leaves targets out of the text. */
function descriptionOf(event: ICAL.Component): string | null {
  const [text, html] = [textOf(event, 'description'), textOf(event, 'x-alt-desc')];
  if (text === null || html === null || linksIn(text).length > 0) return text ?? html;
  return [text, ...linksIn(html).map((link) => link.text)].join('\n');
}

/** Properties with the link of a call, the most reliable first. CONFERENCE is RFC 7986. */
const LINK_PROPERTIES = [
  'x-google-conference',
  'x-google-hangout',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
  'x-microsoft-onlinemeetingconflink',
  'conference',
  'url',
  'x-other-call',
];

const textOf = (event: ICAL.Component, name: string): string | null => textsOf(event, name)[0] ?? null;

const textsOf = (event: ICAL.Component, name: string): readonly string[] =>
  event.getAllProperties(name).flatMap((property) => String(property.getFirstValue() ?? '') || []);
