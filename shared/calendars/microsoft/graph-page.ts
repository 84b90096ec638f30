import type { GraphEvent } from '#shared/calendars/microsoft/graph-answers';
import { providerEventOf } from '#shared/calendars/microsoft/graph-event';
import { isMaster } from '#shared/calendars/microsoft/series-masters';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';

interface Page {
  readonly value: readonly GraphEvent[];
  readonly masters: ReadonlyMap<string, GraphEvent | undefined>;
  /** In the first round nothing is known yet that could be gone, and a series may go on on the next page. */
  readonly isFirstRound: boolean;
}

/**
 * What a page of a delta tells. A later round tells of a series that changed in any way by all that is left of it in
 * the window, on one page, mostly with its master: of an occurrence that was deleted it says nothing else.
 */
export function eventsOf({ value, masters, isFirstRound }: Page): readonly ProviderEvent[] {
  const told = value.filter((event) => !isMaster(event)).map((event) => eventOf(event, masters));
  return isFirstRound ? told : [...told, ...retoldIn(value).map((id) => retold(id, value))];
}

/**
 * Series that stand on a page as a whole: their masters do, or occurrences that are as the series has them. By itself
 * none of these changes: only an exception might come alone.
 */
function retoldIn(value: readonly GraphEvent[]): readonly string[] {
  const masters = value.filter(isMaster).map(({ id }) => id);
  const ofOthers = value.filter((event) => event.type === 'occurrence' && event['@removed'] === undefined);
  return [...new Set([...masters, ...ofOthers.flatMap(({ seriesMasterId }) => seriesMasterId ?? [])])];
}

function eventOf(event: GraphEvent, masters: ReadonlyMap<string, GraphEvent | undefined>): ProviderEvent {
  if (event['@removed'] !== undefined) return { kind: 'gone', id: event.id };
  return providerEventOf(event, masters.get(event.seriesMasterId ?? ''));
}

const retold = (id: string, value: readonly GraphEvent[]): ProviderEvent => ({
  kind: 'series',
  id,
  occurrenceIds: value
    .filter((event) => event.seriesMasterId === id && event['@removed'] === undefined)
    .map((event) => event.id),
});
