import { providerEventOf } from '#shared/calendars/microsoft/graph-event';
import type { GraphEvent } from '#shared/calendars/microsoft/graph-schemas';
import { isMaster } from '#shared/calendars/microsoft/series-masters';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';

interface Page {
  readonly value: readonly GraphEvent[];
  readonly masters: ReadonlyMap<string, GraphEvent | undefined>;
  /** In the first round no event can have been deleted, and a series may continue on the next page. */
  readonly isFirstRound: boolean;
}

/**
 * The changes on a page of a delta. A later round reports a changed series by all its remaining occurrences in the
 * window, on one page and mostly with its master; a deleted occurrence is only missing there.
 */
export function eventsOf({ value, masters, isFirstRound }: Page): readonly ProviderEvent[] {
  const events = value.filter((event) => !isMaster(event)).map((event) => eventOf(event, masters));
  return isFirstRound ? events : [...events, ...completeSeriesIn(value).map((id) => seriesOf(id, value))];
}

/**
 * The ids of series that the page contains as a whole: those with their master, or with an occurrence that is no
 * exception. Only an exception is reported by itself.
 */
function completeSeriesIn(value: readonly GraphEvent[]): readonly string[] {
  const masters = value.filter(isMaster).map(({ id }) => id);
  const ofOthers = value.filter((event) => event.type === 'occurrence' && event['@removed'] === undefined);
  return [...new Set([...masters, ...ofOthers.flatMap(({ seriesMasterId }) => seriesMasterId ?? [])])];
}

function eventOf(event: GraphEvent, masters: ReadonlyMap<string, GraphEvent | undefined>): ProviderEvent {
  if (event['@removed'] !== undefined) return { kind: 'gone', id: event.id };
  return providerEventOf(event, masters.get(event.seriesMasterId ?? ''));
}

const seriesOf = (id: string, value: readonly GraphEvent[]): ProviderEvent => ({
  kind: 'series',
  id,
  occurrenceIds: value
    .filter((event) => event.seriesMasterId === id && event['@removed'] === undefined)
    .map((event) => event.id),
});
