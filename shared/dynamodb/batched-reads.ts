import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Patience } from '#shared/core/patience';
import { Throttled } from '#shared/core/store';
import type { DynamoClient, Item } from '#shared/dynamodb/item';
import type { Key } from '#shared/dynamodb/keys';
import { asStoreError } from '#shared/dynamodb/store-errors';

/** A BatchGetItem takes at most this many keys. */
const MAX_KEYS = 100;
/** Keys that come back unread are asked for this often, a pause before each, then the caller hears that the table is busy. */
const ROUNDS = 4;

interface Source {
  readonly client: DynamoClient;
  readonly tableName: string;
  readonly patience: Patience;
}

interface Waiting {
  readonly key: Key;
  readonly resolve: (item: Item | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A read that waits for the end of the turn and then travels with all others of that turn: what a request names can
 * be asked for where it is needed, and still costs one round trip.
 */
export function batchedReads(
  client: DynamoClient,
  tableName: string,
  patience: Patience,
): (key: Key) => Promise<Item | undefined> {
  const from: Source = { client, tableName, patience };
  let waiting: Waiting[] = [];
  const leave = () => {
    const batch = waiting;
    waiting = [];
    for (const group of inGroups(batch)) void readAll(from, group);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(leave);
      waiting.push({ key, resolve, reject });
    });
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** Groups of distinct keys; whoever asks for the same key twice gets the one answer. */
function inGroups(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const byKey = Map.groupBy(batch, ({ key }) => nameOf(key));
  const distinct = [...byKey.values()];
  const groups = [];
  for (let at = 0; at < distinct.length; at += MAX_KEYS) groups.push(distinct.slice(at, at + MAX_KEYS).flat());
  return groups;
}

async function readAll(from: Source, group: readonly Waiting[]): Promise<void> {
  try {
    const found = await fetchAll(from, [...new Map(group.map(({ key }) => [nameOf(key), key])).values()]);
    for (const { key, resolve } of group) resolve(found.get(nameOf(key)));
  } catch (error) {
    for (const { reject } of group) reject(asStoreError(error));
  }
}

async function fetchAll({ client, tableName, patience }: Source, keys: readonly Key[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let Keys = keys.map(({ pk, sk }) => marshall({ pk, sk }));
  for (let round = 0; round < ROUNDS && Keys.length > 0; round += 1) {
    // Asked again at once, a busy table is only kept busy.
    if (round > 0) await patience.pause(round - 1);
    const answer = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
    );
    for (const raw of answer.Responses?.[tableName] ?? []) {
      const item = unmarshall(raw) as Item;
      found.set(nameOf(item), item);
    }
    Keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  if (Keys.length > 0) throw new Throttled('The table left keys unread.');
  return found;
}
