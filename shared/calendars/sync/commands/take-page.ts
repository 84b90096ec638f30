import { endSource } from '#shared/calendars/sync/commands/end-source';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import { patiently } from '#shared/calendars/sync/commands/patiently';
import type { PassPlace } from '#shared/calendars/sync/commands/place-of';
import { takeOne } from '#shared/calendars/sync/commands/take-one';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import type {
  GoneOccurrence,
  ProviderEvent,
  ProviderOccurrence,
  RetoldSeries,
} from '#shared/calendars/sync/rules/provider-event';
import { mapConcurrently } from '#shared/core/map-concurrently';
import { Refusal } from '#shared/core/refusal';
import { TooLarge } from '#shared/core/store';

/** Each is a few short requests to the table, one after the other: as many wait as keep the processor busy. */
const AT_ONCE = 25;

/** What came of a page. */
export interface PageTaken {
  /** The provider's ids of all that stood on it. */
  readonly sourceIds: readonly string[];
  /** Why some were passed over: what no rule of ours lets in must not hold up the rest. */
  readonly passedOver: readonly string[];
}

/**
 * Takes what stands on a page side by side, then ends what is gone: an occurrence that only changed its name at the
 * provider stands under its new one by then, and goes on.
 */
export async function takePage(
  needs: PassNeeds,
  place: PassPlace,
  events: readonly ProviderEvent[],
): Promise<PageTaken> {
  const last = lastWords(events);
  const occurrences = last.filter(isOccurrence);
  const sourceIds = occurrences.map(({ id }) => id);
  const faults = await mapConcurrently(occurrences, AT_ONCE, (occurrence) => takeSafely(needs, place, occurrence));
  const gone = await sourcesGone(needs, place, last.filter(isNoOccurrence), new Set(sourceIds));
  await mapConcurrently(gone, AT_ONCE, (source) =>
    patiently(needs.backoff, () => endSource(needs, place.workspace, source)),
  );
  return { sourceIds, passedOver: faults.flatMap((fault) => fault ?? []) };
}

/** Where a page names one twice, the later word counts. A series and what stands in it have names of their own. */
const lastWords = (events: readonly ProviderEvent[]): readonly ProviderEvent[] => [
  ...new Map(events.map((event) => [`${event.kind === 'series'} ${event.id}`, event])).values(),
];

const isOccurrence = (event: ProviderEvent): event is ProviderOccurrence => event.kind === 'occurrence';
const isNoOccurrence = (event: ProviderEvent): event is GoneOccurrence | RetoldSeries => event.kind !== 'occurrence';

/** The code that it was refused with, never a word of the event. */
async function takeSafely(
  needs: PassNeeds,
  place: PassPlace,
  occurrence: ProviderOccurrence,
): Promise<string | undefined> {
  try {
    await patiently(needs.backoff, () => takeOne(needs, place, occurrence));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.faults[0]?.code ?? error.kind;
    if (error instanceof TooLarge) return 'too_large';
    throw error;
  }
}

/** All of a connection's sources are read at most once a page, and only for what may be a series. */
async function sourcesGone(
  { syncs }: PassNeeds,
  { connection: { id }, window }: PassPlace,
  told: readonly (GoneOccurrence | RetoldSeries)[],
  standing: ReadonlySet<string>,
): Promise<readonly CalendarSource[]> {
  const found = await Promise.all(told.map((one) => (one.kind === 'gone' ? syncs.source(id, one.id) : undefined)));
  const series = new Map(told.flatMap((one, position) => (found[position] ? [] : [[one.id, one] as const])));
  const all = series.size === 0 ? [] : await syncs.sources(id);
  const ofSeries = all.filter((source) => {
    const one = source.seriesId === null ? undefined : series.get(source.seriesId);
    if (!one || one.kind === 'gone') return one !== undefined;
    const isWithin = source.startsAt >= window.from && source.startsAt < window.to;
    return isWithin && !one.occurrenceIds.includes(source.sourceId);
  });
  const gone = [...found.flatMap((source) => source ?? []), ...ofSeries];
  return gone.filter(({ sourceId }) => !standing.has(sourceId));
}
