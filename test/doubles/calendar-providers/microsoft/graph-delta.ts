import type {
  CalendarEvent,
  CalendarOccurrence,
  Series,
  Window,
} from '#test/doubles/calendar-providers/calendar/events';
import { occurrencesOf } from '#test/doubles/calendar-providers/calendar/occurrences-of';
import type { ProviderCalendar } from '#test/doubles/calendar-providers/calendar/provider-calendar';
import { json } from '#test/doubles/calendar-providers/server/answers';
import { type Cursor, instantFrom, opened, sealed } from '#test/doubles/calendar-providers/server/cursors';
import { graphError, resyncRequired, syncStateNotFound } from './graph-errors.ts';
import { graphEvent, graphMaster, removed, sparseOccurrence } from './graph-event.ts';
import type { Preferences } from './preferences.ts';

interface Delta {
  readonly origin: string;
  readonly pageSize: number;
  readonly preferences: Preferences;
  readonly alwaysWithMaster: boolean;
}

/** What one change contains: a single event, or a series with all it has in the window. */
type Told = readonly Readonly<Record<string, unknown>>[];

const REFUSED = ['$filter', '$orderby', '$expand', '$search'];

/** GET /me/calendarView/delta: learn.microsoft.com/graph/api/event-delta. `$select` changes nothing. */
export function delta(calendar: ProviderCalendar, query: URLSearchParams, asked: Delta): Response {
  if (REFUSED.some((name) => query.has(name)))
    return graphError(
      400,
      'ErrorInvalidUrlQuery',
      "The following parameters are not supported with change tracking over the 'CalendarView' resource: '$orderby, $filter, $expand, $search'.",
    );
  const cursor = cursorIn(calendar, query, asked);
  if (cursor instanceof Response) return cursor;

  const told = toldBetween(calendar, cursor, asked);
  const page = pageOf(told, cursor.offset, asked.preferences.pageSize ?? cursor.pageSize ?? asked.pageSize);
  const next = cursor.offset + page.length;
  // Seen: a first round ends with a page that has nothing but the link to go on by later.
  const isLast = next >= told.length && (cursor.after !== null || page.length === 0);
  const root = `${asked.origin}/v1.0/me/calendarView/delta`;
  const link: Record<string, string> = isLast
    ? {
        '@odata.deltaLink': `${root}?$deltatoken=${sealed({ ...cursor, type: 'sync', after: cursor.upTo, offset: 0 })}`,
      }
    : { '@odata.nextLink': `${root}?$skiptoken=${sealed({ ...cursor, offset: next })}` };
  const applied = ['odata.track-changes', asked.preferences.applied].filter((one) => one !== '').join(', ');
  return json(
    200,
    { '@odata.context': `${asked.origin}/v1.0/$metadata#Collection(event)`, ...link, value: page.flat() },
    { 'preference-applied': applied },
  );
}

/** At least one piece, and then as many as fit: a series is never split (microsoft-graph-docs pull request 4501). */
function pageOf(told: readonly Told[], offset: number, size: number): readonly Told[] {
  const page: Told[] = [];
  let count = 0;
  for (const one of told.slice(offset)) {
    if (page.length > 0 && count + one.length > size) break;
    page.push(one);
    count += one.length;
  }
  return page;
}

function toldBetween(calendar: ProviderCalendar, { after, upTo, window }: Cursor, asked: Delta): readonly Told[] {
  const { email } = calendar;
  if (after === null)
    return calendar.eventsAt(upTo).flatMap((event) => {
      const there = occurrencesOf(event, window);
      return there.length > 0 ? [told(event, there, { ...asked, window, email })] : [];
    });
  return calendar.changesBetween(after, upTo).map(({ now }) => {
    const there = occurrencesOf(now, window);
    // For a series the master stands for all; what never was in the window is named, too.
    return there.length > 0 ? told(now, there, { ...asked, window, email }) : [removed(now.id)];
  });
}

interface Telling extends Delta {
  readonly window: Window;
  readonly email: string;
}

function told(event: CalendarEvent, there: readonly CalendarOccurrence[], telling: Telling): Told {
  const { email, preferences, alwaysWithMaster, window } = telling;
  if (event.type === 'single') return there.map((occurrence) => graphEvent(occurrence, email, preferences));
  const occurrences = there.map((occurrence) =>
    occurrence.isException ? graphEvent(occurrence, email, preferences) : sparseOccurrence(occurrence, preferences),
  );
  const withMaster = alwaysWithMaster || beginsIn(event, window);
  return withMaster ? [graphMaster(event, email, preferences), ...occurrences] : occurrences;
}

const beginsIn = ({ startsAt }: Series, { from, to }: Window): boolean => startsAt >= from && startsAt < to;

function cursorIn(
  calendar: ProviderCalendar,
  query: URLSearchParams,
  { origin, preferences }: Delta,
): Cursor | Response {
  const skip = query.get('$skiptoken');
  const token = query.get('$deltatoken');
  if (skip !== null) return opened(skip, 'page', calendar) ?? expired(calendar, origin);
  if (token !== null) {
    const cursor = opened(token, 'sync', calendar);
    return cursor ? { ...cursor, type: 'page', upTo: calendar.revision } : expired(calendar, origin);
  }
  const from = instantFrom(anyCase(query, 'startdatetime') ?? '');
  const to = instantFrom(anyCase(query, 'enddatetime') ?? '');
  if (from === undefined || to === undefined || from >= to)
    return graphError(
      400,
      'ErrorInvalidParameter',
      'This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.',
    );
  return {
    type: 'page',
    email: calendar.email,
    window: { from, to },
    after: null,
    upTo: calendar.revision,
    offset: 0,
    generation: calendar.cursorGeneration,
    pageSize: preferences.pageSize ?? null,
  };
}

const anyCase = (query: URLSearchParams, name: string): string | undefined =>
  [...query].find(([given]) => given.toLowerCase() === name)?.[1];

/** By turns in the two ways that were seen. */
const expired = ({ cursorGeneration }: ProviderCalendar, origin: string): Response =>
  cursorGeneration % 2 === 0 && cursorGeneration > 0
    ? resyncRequired(`${origin}/v1.0/me/calendarView/delta`)
    : syncStateNotFound();
