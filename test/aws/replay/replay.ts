import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { JsonObject } from '#shared/foundation/core/json';
import type { RecordedLine, RecordedRequest } from '#test/aws/recording/recording';
import { differenceOf, type ItemOrder } from './compare-replies.ts';
import type { Dynamo } from './dynamodb.ts';

export interface Difference {
  /** Of the request among those that were replayed, from 1. */
  readonly number: number;
  readonly caller: string;
  readonly operation: string;
  readonly body: JsonObject;
  readonly difference: string;
}

export interface Replayed {
  readonly requests: number;
  readonly differences: readonly Difference[];
}

interface Target {
  readonly dynamo: Dynamo;
  readonly createTable: (table: CreateTableCommandInput) => Promise<void>;
}

/** Sends the recorded requests to the one table, in their order, to another DynamoDB, and compares what it replies. */
export async function replay(lines: AsyncIterable<RecordedLine>, { dynamo, createTable }: Target): Promise<Replayed> {
  let requests = 0;
  let tableName = '';
  let orderOf: (request: RecordedRequest) => ItemOrder = () => 'total';
  const differences: Difference[] = [];
  for await (const line of lines) {
    if (line.kind === 'table') {
      tableName = String(line.table.TableName);
      orderOf = itemOrderIn(line.table);
      await createTable(line.table);
    }
    if (line.kind === 'item') await dynamo('PutItem', { TableName: tableName, Item: line.item });
    if (line.kind !== 'request' || !isOnTable(line.request, tableName)) continue;
    const { caller, operation, body, status, answer = {} } = line.request;
    requests += 1;
    const difference = differenceOf(
      { recorded: { status, answer }, replayed: await dynamo(operation, body) },
      orderOf(line.request),
    );
    if (difference !== undefined) differences.push({ number: requests, caller, operation, body, difference });
  }
  return { requests, differences };
}

/** Operations on items; those on tables are no part of the service. */
const ITEM_OPERATIONS = /^(?:(?:Get|Put|Update|Delete|Batch(?:Get|Write)|Transact(?:Get|Write))Items?|Query|Scan)$/;

const isOnTable = ({ service, operation, body }: RecordedRequest, tableName: string): boolean =>
  service === 'dynamodb' && ITEM_OPERATIONS.test(operation) && JSON.stringify(body).includes(`"${tableName}"`);

const itemOrderIn =
  ({ GlobalSecondaryIndexes = [] }: CreateTableCommandInput) =>
  ({ operation, body }: RecordedRequest): ItemOrder => {
    if (operation === 'Scan') return 'none';
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === body['IndexName']);
    const sortKey = index?.KeySchema?.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName;
    return sortKey === undefined ? 'total' : { by: sortKey };
  };
