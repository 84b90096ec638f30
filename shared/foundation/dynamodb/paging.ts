import type * as v from 'valibot';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, isoOf, LAST_INSTANT, later } from '#shared/foundation/core/time';
import { jsonBytesOf, stateOf } from '#shared/foundation/dynamodb/rows';

interface Span {
  readonly after?: Instant | undefined;
  readonly before?: Instant | undefined;
}

/**
 * The bounds of a list whose sort keys begin with a time. Both ends are exclusive. An instant beyond the last that sort
 * keys can hold sorts after all of them.
 */
export const sortedBetween = ({ after, before }: Span): Pick<ListQuery, 'from' | 'to'> => ({
  ...(after !== undefined && { from: after >= LAST_INSTANT ? '~' : isoOf(later(after, 1)) }),
  ...(before !== undefined && { to: `${isoOf(later(before, -1))}#~` }),
});

export interface ListQuery {
  readonly index: 'list' | 'order';
  readonly partition: string;
  /** Inclusive bounds of the sort key. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What the projected values can already tell; the row itself has the last word. */
  readonly keep?: ((item: Item) => boolean) | undefined;
  readonly newestFirst?: boolean;
  /** Entries looked at for one page when `keep` leaves some out; 500 by default. A query reads a megabyte at most. */
  readonly looksAt?: number;
}

/** Entries looked at for one page when most of them may be left out. */
const LOOKED_AT = 500;
const LOWEST = ' ';
const HIGHEST = '\uffff';

/** One page of a list: keys from the index. The position is the sort key and id of the last entry taken. */
export async function pageOfKeys(table: Table, query: ListQuery, request: PageRequest): Promise<Page<Item>> {
  const { index, partition, keep, from = LOWEST, to = HIGHEST } = query;
  // The table refuses a range that ends before it begins; nothing lies in it.
  if (from > to) return { items: [], next: undefined };
  const answer = await table.query({
    index,
    where: {
      text: `${index}_pk = :partition AND ${index}_sk BETWEEN :from AND :to`,
      values: { ':partition': partition, ':from': from, ':to': to },
    },
    newestFirst: query.newestFirst ?? true,
    limit: keep ? (query.looksAt ?? LOOKED_AT) : request.limit + 1,
    after: request.after === undefined ? undefined : startKey(query, request.after),
  });
  if (request.keysOnly) return { items: [], next: undefined };
  if (request.admitted && !(await request.admitted)) return { items: [], next: undefined };
  const kept = keep ? answer.items.filter(keep) : answer.items;
  const items = kept.slice(0, request.limit);
  const last = kept.length > request.limit ? items.at(-1) : answer.last;
  return {
    items,
    next: last && positionOf(query, last),
    positions: items.map((item) => positionOf(query, item)),
  };
}

const positionOf = ({ index }: ListQuery, key: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([key[`${index}_sk`], key['pk'], key['sk']]);

function startKey({ index, partition }: ListQuery, position: string) {
  const [sort, pk, sk] = JSON.parse(position) as readonly string[];
  return { [`${index}_pk`]: partition, [`${index}_sk`]: sort, pk, sk };
}

/** Rows of a page that are read together. */
const PORTION = 25;
/** Bytes of JSON after which a page reads no further row: docs/limits-and-rules.md#lists. */
const LONGEST_PAGE = 4_000_000;

/**
 * The rows behind a page of keys, strongly consistent; one that went in between is left out. Rows of much JSON end the page
 * early, where its keys have positions.
 */
export async function rowsOf<State>(
  table: Table,
  keys: Page<Item>,
  schema: v.GenericSchema<unknown, State>,
  keep: (state: State, key: Item) => boolean = () => true,
): Promise<Page<State>> {
  const { items, positions } = keys;
  const states: (State | undefined)[] = [];
  let bytes = 0;
  const isFull = (): boolean => positions !== undefined && bytes > LONGEST_PAGE;
  while (states.length < items.length && !isFull()) {
    const portion = items.slice(states.length, states.length + PORTION);
    const rows = await Promise.all(portion.map(({ pk, sk }) => table.get({ pk, sk })));
    for (const row of rows) {
      if (isFull()) break;
      states.push(row && stateOf(schema, row));
      bytes += row ? jsonBytesOf(row) : 0;
    }
  }
  const read = states.map((state, nth) => ({ state, key: items[nth] }));
  return filterMapPage({ ...endedAfter(keys, states.length), items: read }, ({ state, key }) =>
    state !== undefined && key && keep(state, key) ? state : undefined,
  );
}

/** The page with so many of its items: it goes on behind the last of them. */
function endedAfter(page: Page<Item>, count: number): Page<Item> {
  const { items, next, positions } = page;
  if (count === items.length || !positions) return page;
  return { items: items.slice(0, count), next: positions[count - 1] ?? next, positions: positions.slice(0, count) };
}
