import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';

/** A row as DynamoDB has it. */
export type Row = Readonly<Record<string, AttributeValue>>;

/** A table of the service, with its rows as DynamoDB has them. */
export interface StoredTable {
  readonly client: Pick<DynamoDBClient, 'send'>;
  readonly name: string;
}

/** Waits before what a busy table did not take is sent again. */
export type Sleep = (milliseconds: number) => Promise<unknown>;

/** What BatchGetItem and BatchWriteItem take at a time. */
const READS_AT_ONCE = 100;
const WRITES_AT_ONCE = 25;

/** Before what was not taken is sent again: the SDK itself repeats only requests that failed as a whole. */
const BUSY_WAIT_MS = 500;

/** One of several parts of a table that are read side by side. */
export interface Segment {
  readonly nth: number;
  readonly of: number;
}

/** Every row of a segment, a page at a time, as it was written last. */
export async function* scannedPages(
  { client, name }: StoredTable,
  { nth, of }: Segment,
): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: name,
        ConsistentRead: true,
        ...(of > 1 && { Segment: nth, TotalSegments: of }),
        ...(after && { ExclusiveStartKey: after }),
      }),
    );
    yield Items;
    after = LastEvaluatedKey;
  } while (after !== undefined);
}

/** The rows of these keys that are there, by `nameOf`. */
export async function rowsAt(
  table: StoredTable,
  keys: readonly Row[],
  sleep: Sleep,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (const some of chunks(keys, READS_AT_ONCE)) {
    let left = some;
    while (left.length > 0) {
      const { Responses = {}, UnprocessedKeys = {} } = await table.client.send(
        new BatchGetItemCommand({ RequestItems: { [table.name]: { Keys: left.map(keyOf), ConsistentRead: true } } }),
      );
      for (const row of Responses[table.name] ?? []) found.set(nameOf(row), row);
      left = UnprocessedKeys[table.name]?.Keys ?? [];
      if (left.length > 0) await sleep(BUSY_WAIT_MS);
    }
  }
  return found;
}

/** Puts and deletes rows, in no order. */
export async function writeRows(table: StoredTable, writes: readonly WriteRequest[], sleep: Sleep): Promise<void> {
  for (const some of chunks(writes, WRITES_AT_ONCE)) {
    let left = some;
    while (left.length > 0) {
      const { UnprocessedItems = {} } = await table.client.send(
        new BatchWriteItemCommand({ RequestItems: { [table.name]: [...left] } }),
      );
      left = UnprocessedItems[table.name] ?? [];
      if (left.length > 0) await sleep(BUSY_WAIT_MS);
    }
  }
}

export const putOf = (row: Row): WriteRequest => ({ PutRequest: { Item: row } });
export const deleteOf = (row: Row): WriteRequest => ({ DeleteRequest: { Key: keyOf(row) } });

/** Texts of the keys that every row has; empty for a row of another table. */
export const keyTexts = ({ pk, sk }: Row) => ({ pk: pk?.S ?? '', sk: sk?.S ?? '' });

/** One text for the key of a row. No key has a line break. */
export const nameOf = (row: Row): string => Object.values(keyTexts(row)).join('\n');

const keyOf = (row: Row) => {
  const { pk, sk } = keyTexts(row);
  return { pk: { S: pk }, sk: { S: sk } };
};

const chunks = <Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, nth) => values.slice(nth * size, (nth + 1) * size));
