import type { GraphEvent } from '#shared/calendars/microsoft/graph-answers';

/** How many requests for one mailbox may be under way at once; Graph takes four. */
const AT_ONCE = 3;

export const isMaster = ({ type, '@removed': removed }: GraphEvent): boolean =>
  type === 'seriesMaster' && removed === undefined;

/** An occurrence that says nothing but when it is: the rest is its series' master's. */
const needsMaster = ({ seriesMasterId, uid, subject, '@removed': removed }: GraphEvent): boolean =>
  removed === undefined && typeof seriesMasterId === 'string' && (!uid || subject === undefined);

/**
 * The masters that a page's occurrences need: those on the page, and those that have to be fetched. Undefined for one
 * that is not there any more.
 */
export async function mastersFor(
  page: readonly GraphEvent[],
  fetchOne: (id: string) => Promise<GraphEvent | undefined>,
): Promise<ReadonlyMap<string, GraphEvent | undefined>> {
  const known = new Map<string, GraphEvent | undefined>(page.filter(isMaster).map((master) => [master.id, master]));
  const wanted = page.filter(needsMaster).flatMap(({ seriesMasterId }) => seriesMasterId ?? []);
  const missing = [...new Set(wanted)].filter((id) => !known.has(id));
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const some = missing.slice(from, from + AT_ONCE);
    const fetched = await Promise.all(some.map(async (id) => [id, await fetchOne(id)] as const));
    for (const [id, master] of fetched) known.set(id, master);
  }
  return known;
}
