import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ChangeStream } from './dynamodb/change-stream.ts';
import type { TableDefinition } from './dynamodb/definition.ts';
import { InFlight } from './dynamodb/in-flight.ts';
import type { Propagation } from './dynamodb/index-view.ts';
import { keyIn } from './dynamodb/keys.ts';
import { MemoryTable } from './dynamodb/memory-table.ts';
import { queryOperations } from './dynamodb/query-operations.ts';
import { readOperations } from './dynamodb/read-operations.ts';
import { transactionOperations } from './dynamodb/transactions.ts';
import { copyOfItem, type Item } from './dynamodb/values.ts';
import { writeOperations } from './dynamodb/write-operations.ts';
import { type StandIn, standInFor } from './stand-in-client.ts';
import { atOnce, type Latency, systemTime, type TimeSource } from './waiting.ts';

export interface TableStandInOptions {
  /** Other names are refused; without one the table answers to every name. */
  readonly tableName?: string;
  /** Time for stream records and the ten minutes of a request token. */
  readonly time?: TimeSource;
  /** How long a request travels; what overlaps on one item, conflicts. */
  readonly latency?: Latency;
  /** When the indexes learn of a write; at once by default. */
  readonly propagation?: Propagation;
  /** Told of every write as it is committed: the item's key as one text, and the item, which nobody may change. */
  readonly committed?: (name: string, after: Item | undefined) => void;
  /** Whether a `BatchGetItem` hands a key back unread, as a busy table does. */
  readonly leavesUnread?: () => boolean;
  /** What is there from the beginning: the items of another stand-in, which they are copied from. */
  readonly items?: readonly Item[];
}

/** A DynamoDB client with one table behind it. TTL is stored and never acted on. */
export interface TableStandIn extends StandIn<DynamoDBClient['send']> {
  readonly stream: ChangeStream;
  /** A copy of every item, partition by partition. */
  items(): readonly Item[];
}

export const tableStandIn = (definition: TableDefinition, options: TableStandInOptions = {}): TableStandIn => {
  const time = options.time ?? systemTime;
  const table = new MemoryTable(definition, {
    name: options.tableName,
    time,
    propagation: options.propagation ?? ((apply) => apply()),
    committed: options.committed ?? (() => undefined),
  });
  for (const item of options.items ?? []) table.commit(keyIn(definition.key, item), copyOfItem(item));
  const leavesUnread = options.leavesUnread ?? (() => false);
  const work = { table, inFlight: new InFlight(), latency: options.latency ?? atOnce, leavesUnread };
  const operations = [readOperations, queryOperations, writeOperations].flatMap((of) => of(work));
  return {
    ...standInFor<DynamoDBClient['send']>('DynamoDB', [...operations, ...transactionOperations(work, time)]),
    stream: table.stream,
    items: () => table.base.partitions().flatMap((rows) => rows.map(({ item }) => copyOfItem(item))),
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
export const mainTableStandIn = (options: TableStandInOptions = {}): TableStandIn => tableStandIn(MAIN_TABLE, options);
