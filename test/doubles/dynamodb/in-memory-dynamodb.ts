import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type InMemoryClient, inMemoryClient } from '#test/doubles/aws/in-memory-client';
import { atOnce, type Latency, systemTime, type TimeSource } from '#test/doubles/aws/latency';
import type { ChangeStream } from './change-stream.ts';
import type { TableDefinition } from './definition.ts';
import { InFlight } from './in-flight.ts';
import type { Propagation } from './index-view.ts';
import { keyIn } from './keys.ts';
import { MemoryTable } from './memory-table.ts';
import { queryOperations } from './query-operations.ts';
import { readOperations } from './read-operations.ts';
import { transactionOperations } from './transactions.ts';
import type { Item } from './values.ts';
import { writeOperations } from './write-operations.ts';

export interface InMemoryTableOptions {
  /** Other names are refused; without one the table answers to every name. */
  readonly tableName?: string;
  /** Time for stream records and the ten minutes of a request token. */
  readonly time?: TimeSource;
  /** How long a request travels; what overlaps on one item, conflicts. */
  readonly latency?: Latency;
  /** When the indexes learn of a write; at once by default. */
  readonly propagation?: Propagation;
  /** Told of every write as it is committed: the item's key as one text, and the item, which must not be changed. */
  readonly committed?: (name: string, after: Item | undefined) => void;
  /** Whether a `BatchGetItem` hands a key back unread, as a busy table does. */
  readonly leavesUnread?: () => boolean;
  /** What is there from the beginning: the items of another in-memory table. They are shared, since none is ever changed. */
  readonly items?: readonly Readonly<Item>[];
}

/** A DynamoDB client with one table behind it. TTL is stored and never acted on. */
export interface InMemoryTable extends InMemoryClient<DynamoDBClient['send']> {
  readonly stream: ChangeStream;
  /** Every item as it is stored, partition by partition; a write replaces an item and never changes it. */
  items(): readonly Readonly<Item>[];
  /** The item with this key as it is stored. */
  item(key: Readonly<Item>): Readonly<Item> | undefined;
}

export const inMemoryTable = (definition: TableDefinition, options: InMemoryTableOptions = {}): InMemoryTable => {
  const time = options.time ?? systemTime;
  const table = new MemoryTable(definition, {
    name: options.tableName,
    time,
    propagation: options.propagation ?? ((apply) => apply()),
    committed: options.committed ?? (() => undefined),
  });
  for (const item of options.items ?? []) table.commit(keyIn(definition.key, item), item);
  const leavesUnread = options.leavesUnread ?? (() => false);
  const work = { table, inFlight: new InFlight(), latency: options.latency ?? atOnce, leavesUnread };
  const operations = [readOperations, queryOperations, writeOperations].flatMap((of) => of(work));
  return {
    ...inMemoryClient<DynamoDBClient['send']>('DynamoDB', [...operations, ...transactionOperations(work, time)]),
    stream: table.stream,
    items: () => table.base.partitions().flatMap((rows) => rows.map(({ item }) => item)),
    item: (key) => table.base.find(key),
  };
};

const text = (name: string) => ({ name, type: 'S' }) as const;

/** Keys and indexes of the service's one table. */
export const MAIN_TABLE: TableDefinition = {
  key: { partition: text('pk'), sort: text('sk') },
  indexes: [
    { name: 'list', key: { partition: text('list_pk'), sort: text('list_sk') }, carries: ['type', 'find'] },
    { name: 'order', key: { partition: text('order_pk'), sort: text('order_sk') }, carries: ['type', 'find'] },
    { name: 'due', key: { partition: text('due_pk'), sort: { name: 'due_at', type: 'N' } }, carries: ['type'] },
  ],
};

/** The service's own table, empty. */
export const inMemoryMainTable = (options: InMemoryTableOptions = {}): InMemoryTable =>
  inMemoryTable(MAIN_TABLE, options);
