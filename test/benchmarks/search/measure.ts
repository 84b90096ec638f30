import { type SearchEngine, searchEngine } from '#shared/texts/search/sqlite/search-engine';
import type { GeneratedQuery } from '#test/support/generated-meetings';
import { type meetingsInFiles, positionOf, type Requests, WORKSPACE } from './meetings-in-files.ts';

type Indexed = Awaited<ReturnType<typeof meetingsInFiles>>;

const HITS = 10;

/** What one query took. */
export interface Measured {
  /** Of processor time, so that a busy machine does not count: a query computes all the time. */
  readonly ms: number;
  readonly requests: Requests;
  /** Positions of the meetings that were found, best first. */
  readonly found: readonly number[];
}

/** One query, with the quotes of its first ten hits. The rows of the table are not read. */
async function measured(engine: SearchEngine, { requests }: Indexed, text: string): Promise<Measured> {
  const before = { ...requests };
  const begun = process.cpuUsage();
  const found = await engine.search({ workspaceId: WORKSPACE, text, domains: undefined }, {}, async (of) => {
    const hits = of.ranked.slice(0, HITS);
    for (const { conversationId } of hits) of.quote(of.text(conversationId));
    return hits.map(({ conversationId }) => positionOf(conversationId));
  });
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / 1000;
  return { ms, found, requests: { reads: requests.reads - before.reads, writes: requests.writes - before.writes } };
}

/** Each query by a function that has just started. */
export async function coldQueries(indexed: Indexed, queries: readonly GeneratedQuery[]): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const { text } of queries) all.push(await measured(searchEngine(indexed.index, indexed.files), indexed, text));
  return all;
}

/** Each query by one function, which has served one before. */
export async function warmQueries(indexed: Indexed, queries: readonly GeneratedQuery[]): Promise<readonly Measured[]> {
  const engine = searchEngine(indexed.index, indexed.files);
  await measured(engine, indexed, queries[0]?.text ?? 'launch');
  const all: Measured[] = [];
  for (const { text } of queries) all.push(await measured(engine, indexed, text));
  return all;
}

/** How near the order of hits is to the best one: 1 where every relevant meeting comes before all others. */
export function ndcg(found: readonly number[], relevant: ReadonlySet<number>): number {
  const gain = (isRelevant: boolean, nth: number) => (isRelevant ? 1 / Math.log2(nth + 2) : 0);
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const gained = sum(found.slice(0, HITS).map((one, nth) => gain(relevant.has(one), nth)));
  const best = sum(Array.from({ length: Math.min(HITS, relevant.size) }, (_, nth) => gain(true, nth)));
  return best === 0 ? 1 : gained / best;
}
