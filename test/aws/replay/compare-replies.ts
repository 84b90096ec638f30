import { isJsonObject, type Json, type JsonObject } from '#shared/foundation/core/json';
import type { DynamoReply } from './dynamodb.ts';

/**
 * The order of the items of a reply, as far as DynamoDB promises one: by the key of the table, by a sort key of an index,
 * which several items may share, or none, as of a Scan.
 */
export type ItemOrder = 'total' | 'none' | { readonly by: string };

/** Why two replies to one request differ; undefined where they say the same. */
export function differenceOf(
  { recorded, replayed }: { readonly recorded: DynamoReply; readonly replayed: DynamoReply },
  order: ItemOrder,
): string | undefined {
  const [one, other] = [recorded, replayed].map((reply) => meaningOf(reply, order));
  return one === other ? undefined : `recorded ${one}, replayed ${other}`;
}

/**
 * What a reply says, with keys in order. Left out: consumed capacity, which emulators estimate, the texts of errors, and
 * the order of items that DynamoDB leaves open, as of a BatchGetItem.
 */
const meaningOf = ({ status, answer }: DynamoReply, order: ItemOrder): string =>
  JSON.stringify([status, status === 200 ? successOf(answer, order) : errorOf(answer)]);

const errorOf = ({ __type, Item: current = null, CancellationReasons = [] }: JsonObject): Json => [
  String(__type).split('#').at(-1) ?? '',
  inOrder(current),
  (Array.isArray(CancellationReasons) ? CancellationReasons : []).map((reason) => {
    const { Code = 'None', Item = null } = Object(reason);
    return [Code, inOrder(Item)];
  }),
];

const LEFT_OUT = new Set(['ConsumedCapacity']);

const successOf = (answer: JsonObject, order: ItemOrder): Json => {
  const said = Object.entries(answer).filter(([name, value]) => !LEFT_OUT.has(name) && !isEmpty(value));
  return inOrder(Object.fromEntries(said.map(([name, value]) => [name, ordered(name, value, order)])));
};

function ordered(name: string, value: Json, order: ItemOrder): Json {
  if (name === 'Responses') return unordered(value);
  if (name !== 'Items' || !Array.isArray(value) || order === 'total') return value;
  if (order === 'none') return inTextOrder(value);
  const runs: Json[][] = [];
  for (const item of value) {
    const run = runs.at(-1);
    if (run && JSON.stringify(Object(run[0])[order.by]) === JSON.stringify(Object(item)[order.by])) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap(inTextOrder);
}

/** The SDK reads a missing list or map as it reads an empty one. */
const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The items of each table in one order. */
const unordered = (tables: Json): Json =>
  isJsonObject(tables)
    ? Object.fromEntries(
        Object.entries(tables).map(([table, items]) => [table, Array.isArray(items) ? inTextOrder(items) : items]),
      )
    : tables;

const inTextOrder = (items: readonly Json[]): readonly Json[] =>
  items
    .map((item) => ({ item, text: JSON.stringify(inOrder(item)) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ item }) => item);

const SETS = new Set(['SS', 'NS', 'BS']);

/** With sorted keys, and sorted sets. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, SETS.has(name) && Array.isArray(one) ? one.toSorted() : inOrder(one)]),
  );
}
