import * as v from 'valibot';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { seriesMark } from '#shared/calendars/sync/rules/series-mark';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { calendarSourceKey, SEEN, SOURCES, seenSourcesKey, shortHash } from '#shared/foundation/dynamodb/keys';
import { calendarId, id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';

export interface SourceName {
  readonly calendarId: CalendarId;
  readonly sourceId: string;
}

/**
 * What one page of a full sync had: the sync run may end in another invocation, and is to know then what it did not
 * see.
 */
export interface SeenOnPage {
  readonly calendarId: CalendarId;
  /** From 0. */
  readonly page: number;
  readonly sourceIds: readonly string[];
}

interface SeenInRun extends SyncWindow {
  /** Pages whose sources were kept by `seenSources`. */
  readonly pages: number;
  /** Of the page in hand. */
  readonly sourceIds: ReadonlySet<string>;
}

/** Events last at most 31 days; a report about an event that ended a month ago has no use any more. */
const SOURCES_KEPT_MS = 62 * DAY_MS;
/** A sync run goes on for a day at most; what it forgot to have seen it would end. */
const SEEN_KEPT_MS = 2 * DAY_MS;
const ROWS_A_QUERY = 1_000;
const AT_ONCE = 25;

const SourceRow = v.object({
  pk: calendarId,
  source_id: v.string(),
  series_id: v.optional(v.string()),
  event_id: id('cev'),
  ical_uid: v.string(),
  original: instant,
  starts_at: instant,
});
const SeenRow = v.object({ marks: v.array(v.string()) });

function sourceIn(item: Item): CalendarSource {
  const row = v.parse(SourceRow, item);
  return {
    calendarId: row.pk,
    sourceId: row.source_id,
    seriesId: row.series_id ?? null,
    eventId: row.event_id,
    icalUid: row.ical_uid,
    originalStartsAt: row.original,
    startsAt: row.starts_at,
  };
}

/** The last one that writes it is right: a source leads to the event that it was seen as last. */
export const putCalendarSource = (source: CalendarSource): Write => ({
  put: {
    ...calendarSourceKey(source.calendarId, source.sourceId),
    type: 'calendar_source',
    source_id: source.sourceId,
    ...(source.seriesId !== null && { series_id: source.seriesId }),
    event_id: source.eventId,
    ical_uid: source.icalUid,
    original: source.originalStartsAt,
    starts_at: source.startsAt,
    ttl: ttlAt(later(source.startsAt, SOURCES_KEPT_MS)),
  },
});

export const removeCalendarSource = ({ calendarId, sourceId }: SourceName): Write => ({
  remove: calendarSourceKey(calendarId, sourceId),
});

export const putSeenOnPage =
  (at: Instant) =>
  ({ calendarId, page, sourceIds }: SeenOnPage): Write => ({
    put: {
      ...seenSourcesKey(calendarId, page),
      type: 'seen_sources',
      marks: sourceIds.map(shortHash),
      ttl: ttlAt(later(at, SEEN_KEPT_MS)),
    },
  });

/** What the provider's own id led to when it was seen last. Strongly consistent. */
export async function findSource(
  table: Table,
  connection: CalendarId,
  sourceId: string,
): Promise<CalendarSource | undefined> {
  const item = await table.get(calendarSourceKey(connection, sourceId));
  return item && sourceIn(item);
}

/** Sources that start in the span of time and that a full sync did not see, itself or its series. */
export async function unseenSources(
  table: Table,
  connection: CalendarId,
  { pages, sourceIds, from, to }: SeenInRun,
): Promise<readonly CalendarSource[]> {
  const seen = new Set([...sourceIds].map(shortHash));
  for (let page = 0; page < pages; page += 1) {
    const row = await table.get(seenSourcesKey(connection, page));
    if (row) for (const mark of v.parse(SeenRow, row).marks) seen.add(mark);
  }
  const rows = await partition(table, connection, SOURCES);
  return rows
    .filter(({ sk }) => !seen.has(sk.slice(SOURCES.length)))
    .map(sourceIn)
    .filter(({ seriesId }) => seriesId === null || !seen.has(shortHash(seriesMark(seriesId))))
    .filter(({ startsAt }) => startsAt >= from && startsAt < to);
}

export const sourcesOf = async (table: Table, connection: CalendarId): Promise<readonly CalendarSource[]> =>
  (await partition(table, connection, SOURCES)).map(sourceIn);

/** Takes away some of what sync runs left beneath a connection; true once nothing is left. */
export async function forgetSync(table: Table, connection: CalendarId): Promise<boolean> {
  for (const prefix of [SOURCES, SEEN]) {
    const { items, last } = await table.query({ where: beneath(connection, prefix), limit: ROWS_A_QUERY });
    for (let at = 0; at < items.length; at += AT_ONCE)
      await Promise.all(items.slice(at, at + AT_ONCE).map((row) => table.write({ remove: keyOf(row) })));
    if (last) return false;
  }
  return true;
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });

const beneath = (connection: CalendarId, prefix: string) => ({
  text: 'pk = :pk AND begins_with(sk, :prefix)',
  values: { ':pk': connection, ':prefix': prefix },
});
