import * as v from 'valibot';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, later, ttlAt } from '#shared/foundation/core/time';
import { calendarSourceKey, SOURCES } from '#shared/foundation/dynamodb/keys';
import { calendarId, id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';

export interface SourceName {
  readonly calendarId: CalendarId;
  readonly sourceId: string;
}

/** Events last at most 31 days; a report about an event that ended a month ago has no use any more. */
const SOURCES_KEPT_MS = 62 * DAY_MS;

const SourceRow = v.object({
  pk: calendarId,
  source_id: v.string(),
  series_id: v.optional(v.string()),
  event_id: id('cev'),
  ical_uid: v.string(),
  original: instant,
  starts_at: instant,
});

export function sourceIn(item: Item): CalendarSource {
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

/** What the provider's own id led to when it was seen last. Strongly consistent. */
export async function findSource(
  table: Table,
  connection: CalendarId,
  sourceId: string,
): Promise<CalendarSource | undefined> {
  const item = await table.get(calendarSourceKey(connection, sourceId));
  return item && sourceIn(item);
}

export const sourcesOf = async (table: Table, connection: CalendarId): Promise<readonly CalendarSource[]> =>
  (await partition(table, connection, SOURCES)).map(sourceIn);
