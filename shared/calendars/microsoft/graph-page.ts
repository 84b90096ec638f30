import * as v from 'valibot';
import { providerEventOf } from '#shared/calendars/microsoft/graph-event';
import type { GraphEvent } from '#shared/calendars/microsoft/graph-schemas';
import { CursorExpired } from '#shared/calendars/sync/ports';
import type { ProviderEvent } from '#shared/calendars/sync/rules/provider-event';
import { parseUrl } from '#shared/foundation/core/url';

/** The master of a series; undefined where it was deleted. */
export type FetchedMaster = GraphEvent | 'unreadable' | undefined;

interface Page {
  readonly value: readonly GraphEvent[];
  readonly masters: ReadonlyMap<string, FetchedMaster>;
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

function eventOf(event: GraphEvent, masters: ReadonlyMap<string, FetchedMaster>): ProviderEvent {
  if (event['@removed'] !== undefined) return { kind: 'gone', id: event.id };
  const master = masters.get(event.seriesMasterId ?? '');
  if (master === 'unreadable') return { kind: 'unread', id: event.id, code: 'unreadable_series' };
  return providerEventOf(event, master);
}

const seriesOf = (id: string, value: readonly GraphEvent[]): ProviderEvent => ({
  kind: 'series',
  id,
  occurrenceIds: value
    .filter((event) => event.seriesMasterId === id && event['@removed'] === undefined)
    .map((event) => event.id),
});

/** Concurrent requests for one mailbox; Graph allows four. */
const CONCURRENCY = 3;

const isMaster = ({ type, '@removed': removed }: GraphEvent): boolean =>
  type === 'seriesMaster' && removed === undefined;

/** An occurrence that has only its times; all other fields are those of the master. */
const needsMaster = ({ seriesMasterId, uid, subject, '@removed': removed }: GraphEvent): boolean =>
  removed === undefined && typeof seriesMasterId === 'string' && (!uid || subject === undefined);

/**
 * The masters that the occurrences of a page need: those on the page, and those that have to be fetched. Undefined for
 * a master that was deleted.
 */
export async function mastersFor(
  page: readonly GraphEvent[],
  fetchOne: (id: string) => Promise<FetchedMaster>,
): Promise<ReadonlyMap<string, FetchedMaster>> {
  const known = new Map<string, FetchedMaster>(page.filter(isMaster).map((master) => [master.id, master]));
  const wanted = page.filter(needsMaster).flatMap(({ seriesMasterId }) => seriesMasterId ?? []);
  const missing = [...new Set(wanted)].filter((id) => !known.has(id));
  for (let from = 0; from < missing.length; from += CONCURRENCY) {
    const some = missing.slice(from, from + CONCURRENCY);
    const fetched = await Promise.all(some.map(async (id) => [id, await fetchOne(id)] as const));
    for (const [id, master] of fetched) known.set(id, master);
  }
  return known;
}

/** The next link of a delta query, and whether it belongs to the first, full round. */
export interface GraphCursor {
  readonly link: string;
  readonly isFirstRound: boolean;
}

const StoredCursor = v.pipe(v.string(), v.parseJson(), v.object({ link: v.string(), isFirstRound: v.boolean() }));

export const writeCursor = (cursor: GraphCursor): string => JSON.stringify(cursor);

/**
 * Throws `CursorExpired` for a text that `writeCursor` did not write, and for a link outside that API: the request
 * carries an access token that only Graph may receive.
 */
export function readCursor(text: string, graph: string): GraphCursor {
  const parsed = v.safeParse(StoredCursor, text);
  if (!parsed.success || !isWithin(graph, parsed.output.link))
    throw new CursorExpired('The cursor is not one of Microsoft Graph.');
  return parsed.output;
}

function isWithin(graph: string, link: string): boolean {
  const [root, url] = [parseUrl(graph), parseUrl(link)];
  return root !== null && url !== null && url.origin === root.origin && url.pathname.startsWith(`${root.pathname}/`);
}
