import {
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Patience } from '#shared/core/patience';
import { batchedReads } from '#shared/dynamodb/batched-reads';
import type { DynamoClient, Item } from '#shared/dynamodb/item';
import type { Key } from '#shared/dynamodb/keys';
import { fromAttributes, toAttributes, toItem } from '#shared/dynamodb/marshalling';
import { asStoreError } from '#shared/dynamodb/store-errors';
import type { TableIndex } from '#shared/infrastructure-names';

/** A condition expression, or an update expression, with its names and values. */
export interface Expression {
  readonly text: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type Write =
  | { readonly put: Item; readonly when?: Expression }
  | { readonly remove: Key; readonly when?: Expression }
  | { readonly update: Key; readonly set: Expression; readonly when?: Expression };

export interface Question {
  readonly index?: TableIndex;
  readonly where: Expression;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface Answer {
  readonly items: readonly Item[];
  readonly last: Readonly<Record<string, unknown>> | undefined;
}

/** The operations of the table that the stores use. */
export interface Table {
  /** Strongly consistent. Reads that start in the same turn of the event loop travel as one request. */
  get(key: Key): Promise<Item | undefined>;
  /** Strongly consistent on the base table; an index may lag. */
  query(question: Question): Promise<Answer>;
  /** All or nothing; at most 100 writes, each on its own row. */
  transact(writes: readonly Write[]): Promise<void>;
  /** One write; false when its condition failed. */
  write(write: Write): Promise<boolean>;
}

/** Without pauses, for tests and command-line tools: keys that a busy table left unread are requested again at once. */
const AT_ONCE: Patience = { pause: async () => undefined };

export const dynamoTable = (client: DynamoClient, name: string, patience: Patience = AT_ONCE): Table => ({
  get: batchedReads(client, name, patience),

  async query({ index, where, newestFirst, limit, after }) {
    const answer = await withStoreErrors(() =>
      client.send(
        new QueryCommand({
          TableName: name,
          ...(index ? { IndexName: index } : { ConsistentRead: true }),
          KeyConditionExpression: where.text,
          ...bindings(where),
          ScanIndexForward: !newestFirst,
          ...(limit !== undefined && { Limit: limit }),
          ...(after && { ExclusiveStartKey: toAttributes(after) }),
        }),
      ),
    );
    return {
      items: (answer.Items ?? []).map(toItem),
      last: answer.LastEvaluatedKey && fromAttributes(answer.LastEvaluatedKey),
    };
  },

  async transact(writes) {
    const TransactItems = writes.map((write) => transactItem(name, write));
    await withStoreErrors(() => client.send(new TransactWriteItemsCommand({ TransactItems })));
  },

  async write(write) {
    try {
      await sendWrite(client, name, write);
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
      throw asStoreError(error);
    }
  },
});

async function withStoreErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The names and values of all expressions of one request, which must not carry an empty map of either. */
function bindings(...expressions: readonly (Expression | undefined)[]) {
  const names = Object.assign({}, ...expressions.map((expression) => expression?.names));
  const values = Object.assign({}, ...expressions.map((expression) => expression?.values));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: toAttributes(values) }),
  };
}

const condition = (when: Expression | undefined) => (when ? { ConditionExpression: when.text } : {});

type Put = Extract<Write, { put: Item }>;
type Delete = Extract<Write, { remove: Key }>;
type Update = Extract<Write, { update: Key }>;

const putInput = (TableName: string, { put, when }: Put) => ({
  TableName,
  Item: toAttributes(put),
  ...condition(when),
  ...bindings(when),
});

const deleteInput = (TableName: string, { remove, when }: Delete) => ({
  TableName,
  Key: toAttributes(remove),
  ...condition(when),
  ...bindings(when),
});

const updateInput = (TableName: string, { update, set, when }: Update) => ({
  TableName,
  Key: toAttributes(update),
  UpdateExpression: set.text,
  ...condition(when),
  ...bindings(set, when),
});

function transactItem(TableName: string, write: Write) {
  if ('put' in write) return { Put: putInput(TableName, write) };
  if ('remove' in write) return { Delete: deleteInput(TableName, write) };
  return { Update: updateInput(TableName, write) };
}

async function sendWrite(client: DynamoClient, TableName: string, write: Write): Promise<void> {
  if ('put' in write) await client.send(new PutItemCommand(putInput(TableName, write)));
  else if ('remove' in write) await client.send(new DeleteItemCommand(deleteInput(TableName, write)));
  else await client.send(new UpdateItemCommand(updateInput(TableName, write)));
}
