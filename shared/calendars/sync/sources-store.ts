import * as v from 'valibot';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { seriesMark } from '#shared/calendars/sync/rules/series-mark';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, ttlAt } from '#shared/foundation/core/time';
import { SEEN, SOURCES, seenSourcesKey, shortHash } from '#shared/foundation/dynamodb/keys';
import { partition } from '#shared/foundation/dynamodb/rows';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';
import { sourceIn } from '#shared/meetings/calendar-events/sources-store';

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

/** A sync run goes on for a day at most; what it forgot to have seen it would end. */
const SEEN_KEPT_MS = 2 * DAY_MS;
const ROWS_A_QUERY = 1_000;
const AT_ONCE = 25;

const SeenRow = v.object({ marks: v.array(v.string()) });

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
