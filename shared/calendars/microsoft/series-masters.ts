import type { GraphEvent } from '#shared/calendars/microsoft/graph-schemas';

/** Concurrent requests for one mailbox; Graph allows four. */
const CONCURRENCY = 3;

export const isMaster = ({ type, '@removed': removed }: GraphEvent): boolean =>
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
  fetchOne: (id: string) => Promise<GraphEvent | undefined>,
): Promise<ReadonlyMap<string, GraphEvent | undefined>> {
  const known = new Map<string, GraphEvent | undefined>(page.filter(isMaster).map((master) => [master.id, master]));
  const wanted = page.filter(needsMaster).flatMap(({ seriesMasterId }) => seriesMasterId ?? []);
  const missing = [...new Set(wanted)].filter((id) => !known.has(id));
  for (let from = 0; from < missing.length; from += CONCURRENCY) {
    const some = missing.slice(from, from + CONCURRENCY);
    const fetched = await Promise.all(some.map(async (id) => [id, await fetchOne(id)] as const));
    for (const [id, master] of fetched) known.set(id, master);
  }
  return known;
}
