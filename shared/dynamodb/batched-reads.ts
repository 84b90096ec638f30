import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import DataLoader from 'dataloader';
import type { Backoff } from '#shared/core/backoff';
import { Throttled } from '#shared/core/store';
import type { Item, Key } from '#shared/core/table';
import type { DynamoClient } from '#shared/dynamodb/item';
import { toAttributes, toItem } from '#shared/dynamodb/marshalling';
import { asStoreError } from '#shared/dynamodb/store-errors';

/** The most keys that a BatchGetItem takes. */
const MAX_KEYS = 100;
/** Keys that come back unprocessed are requested again after a pause; after this many requests the read is throttled. */
const ROUNDS = 4;

interface Source {
  readonly client: DynamoClient;
  readonly tableName: string;
  readonly patience: Backoff;
}

/**
 * A strongly consistent read that waits for the end of the turn of the event loop and travels with all others of that
 * turn in one BatchGetItem. Reads of one key in one turn share its item; a read in a later turn reads the table again.
 */
export function batchedReads(
  client: DynamoClient,
  tableName: string,
  patience: Backoff,
): (key: Key) => Promise<Item | undefined> {
  const from: Source = { client, tableName, patience };
  const loader = new DataLoader<Key, Item | undefined, string>(
    (keys) => {
      loader.clearAll();
      return readAll(from, keys);
    },
    { cacheKeyFn: nameOf, maxBatchSize: MAX_KEYS, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/**
 * The items in the order of their keys. BatchGetItem refuses duplicate keys; a key can come twice when it is read again
 * between the dispatch of two batches of one turn.
 */
async function readAll(from: Source, keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
  const distinct = new Map(keys.map((key) => [nameOf(key), key]));
  try {
    const found = await fetchAll(from, [...distinct.values()]);
    return keys.map((key) => found.get(nameOf(key)));
  } catch (error) {
    throw asStoreError(error);
  }
}

async function fetchAll({ client, tableName, patience }: Source, keys: readonly Key[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let Keys = keys.map(({ pk, sk }) => toAttributes({ pk, sk }));
  for (let round = 0; round < ROUNDS && Keys.length > 0; round += 1) {
    // An immediate repeat would only keep a throttled table busy.
    if (round > 0) await patience.pause(round - 1);
    const answer = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
    );
    for (const raw of answer.Responses?.[tableName] ?? []) {
      const item = toItem(raw);
      found.set(nameOf(item), item);
    }
    Keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  if (Keys.length > 0) throw new Throttled('The table left keys unread.');
  return found;
}
