import { createContext, runInContext } from 'node:vm';
import ICAL from 'ical.js';
import type { ExpansionBudget } from '#shared/calendars/feeds/ical/event-times';
import { type FeedSeries, occurrencesOf } from '#shared/calendars/feeds/ical/feed-occurrences';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { ProviderEvent, ProviderOccurrence, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { isInWindow } from '#shared/calendars/sync/rules/window';

/** The first by their start: docs/limits-and-rules.md#calendar-feeds. */
export const MOST_OCCURRENCES = 5_000;
/** Where the reading of a file ends. */
interface Bounds {
  /** Of all series together: rules are expanded from their beginning. */
  readonly steps: number;
  /** A file of 10 MB takes a few seconds. */
  readonly ms: number;
}

const BOUNDS: Bounds = { steps: 200_000, ms: 20_000 };

/**
 * The occurrences of an iCalendar file (RFC 5545) that lie in the window, at most 5,000, and the series that cannot be
 * read. Throws `FeedFailed` for a text that is no calendar, or that takes longer than `bounds.ms`.
 */
export function readFeed(text: string, window: SyncWindow, bounds = BOUNDS): readonly ProviderEvent[] {
  let events: readonly ProviderEvent[] = [];
  const read = () => {
    events = occurrencesIn(text, window, bounds);
  };
  try {
    // The library never ends on rules without an occurrence, such as 30 February: only the engine can interrupt it.
    runInContext('read()', createContext({ read }), { timeout: bounds.ms });
  } catch (error) {
    throw isTimeout(error) ? new FeedFailed('too_large') : error;
  }
  return events;
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

function occurrencesIn(text: string, window: SyncWindow, { steps }: Bounds): readonly ProviderEvent[] {
  const budget: ExpansionBudget = { steps };
  const events = calendarsIn(text)
    .flatMap(seriesIn)
    .flatMap((series) => occurrencesOf(series, window, budget));
  const occurrences = events.filter(isOccurrence).filter((occurrence) => isInWindow(occurrence, window));
  return [
    ...events.filter((event) => !isOccurrence(event)),
    ...occurrences.sort((one, other) => one.startsAt - other.startsAt).slice(0, MOST_OCCURRENCES),
  ];
}

const isOccurrence = (event: ProviderEvent): event is ProviderOccurrence => event.kind === 'occurrence';

/** A file can contain several calendars. */
function calendarsIn(text: string): readonly ICAL.Component[] {
  try {
    const parsed: unknown[] = ICAL.parse(text.replace(/^\uFEFF/, ''));
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
  const defaultZone = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '');
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) =>
    String(event.getFirstPropertyValue('uid') ?? ''),
  );
  byUid.delete('');
  return [...byUid].map(([uid, components]) => ({ uid, components, defaultZone }));
}
