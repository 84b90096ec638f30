import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { seriesMark } from '#shared/calendars/sync/rules/series-mark';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';

/** Of one feed: docs/limits-and-rules.md#calendar-feeds. */
export const MOST_SOURCES_OF_FEED = 10_000;

/** What a full run saw of a file. */
interface SeenFile {
  readonly sourceIds: ReadonlySet<string>;
  /** The file was cut off: any source may stand in the rest, and none is ended. */
  readonly hasUnknown: boolean;
  readonly window: SyncWindow;
}

/** How many sources are left of these once the run has ended those that the file has no more. */
export const keptSources = (sources: readonly CalendarSource[], { sourceIds, hasUnknown, window }: SeenFile): number =>
  sources.filter(
    ({ sourceId, seriesId, startsAt }) =>
      hasUnknown ||
      startsAt < window.from ||
      startsAt >= window.to ||
      sourceIds.has(sourceId) ||
      (seriesId !== null && sourceIds.has(seriesMark(seriesId))),
  ).length;
