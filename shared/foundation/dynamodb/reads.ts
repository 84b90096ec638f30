import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import DataLoader from 'dataloader';
import type { Backoff } from '#shared/foundation/core/clock';
import { Throttled } from '#shared/foundation/core/store';
import type { Item, Key, QueryResult, Table } from '#shared/foundation/core/table';
import { asItem, asStoreError } from '#shared/foundation/dynamodb/client';

/** The most keys that a BatchGetItem takes. */
const MAX_KEYS = 100;
/** Keys that come back unprocessed are requested again after a pause; after this many requests the read is throttled. */
const ROUNDS = 4;

interface Source {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly backoff: Backoff;
}

/**
 * A strongly consistent read that waits for the end of the turn of the event loop and is sent with all others of that
 * turn in one BatchGetItem. Reads of one key in one turn share its item; a read in a later turn reads the table again.
 */
export function batchedReads(
  client: DynamoDBDocumentClient,
  tableName: string,
  backoff: Backoff,
): (key: Key) => Promise<Item | undefined> {
  const from: Source = { client, tableName, backoff };
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

async function fetchAll({ client, tableName, backoff }: Source, keys: readonly Key[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  let Keys: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let round = 0; round < ROUNDS && Keys.length > 0; round += 1) {
    // An immediate repeat would only keep a throttled table busy.
    if (round > 0) await backoff.pause(round - 1);
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
    );
    for (const raw of answer.Responses?.[tableName] ?? []) {
      const item = asItem(raw);
      found.set(nameOf(item), item);
    }
    Keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  if (Keys.length > 0) throw new Throttled('The table left keys unread.');
  return found;
}

/**
 * The table as one request sees it: a row or a query that was read is not read again, so reads can be started early
 * (prefetched) and awaited where they are needed. A write, or `clearCache` before a retry, drops all of it.
 */
export function cachingTable(table: Table): Table {
  const rows = new Map<string, Promise<Item | undefined>>();
  const answers = new Map<string, Promise<QueryResult>>();
  const clearCache = () => {
    rows.clear();
    answers.clear();
  };
  return {
    get: (key) => cached(rows, `${key.pk}\n${key.sk}`, () => table.get(key)),
    query: (query) => cached(answers, JSON.stringify(query), () => table.query(query)),
    async transact(writes) {
      clearCache();
      await table.transact(writes);
    },
    async write(write) {
      clearCache();
      return table.write(write);
    },
    async update(key, set, when) {
      clearCache();
      return table.update(key, set, when);
    },
    clearCache,
  };
}

/** The table of a request, and what lets the reads through that it holds back. */
export interface GatedReads {
  readonly table: Table;
  open(): void;
}

/** What is let through. */
export interface FirstReads {
  /** Rows and queries together. */
  readonly reads: number;
  /** Entries that the queries may look at together. One without a limit may look at a megabyte, and is held back. */
  readonly entries: number;
}

const EVERY_READ: FirstReads = { reads: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };

/** Lets the first reads through, and holds the others back until `open`, or for good. */
export function gatedReads(table: Table, first: FirstReads): GatedReads {
  const opening = Promise.withResolvers<void>();
  let left = first;
  const admitted = <Value>(read: () => Promise<Value>, entries: number): Promise<Value> => {
    if (left.reads < 1 || entries > left.entries) return opening.promise.then(read);
    left = { reads: left.reads - 1, entries: left.entries - entries };
    return read();
  };
  return {
    table: {
      ...table,
      get: (key) => admitted(() => table.get(key), 0),
      query: (query) => admitted(() => table.query(query), query.limit ?? Number.POSITIVE_INFINITY),
    },
    open() {
      left = EVERY_READ;
      opening.resolve();
    },
  };
}

function cached<Value>(known: Map<string, Promise<Value>>, name: string, read: () => Promise<Value>) {
  const found = known.get(name);
  if (found) return found;
  const reading = read();
  // An unawaited prefetch that fails must not end the process with an unhandled rejection; awaiting it still throws.
  reading.catch(() => undefined);
  known.set(name, reading);
  return reading;
}
