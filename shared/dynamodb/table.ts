import {
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Patience } from '#shared/core/patience';
import { batchedReads } from '#shared/dynamodb/batched-reads';
import type { DynamoClient, Item } from '#shared/dynamodb/item';
import type { Key } from '#shared/dynamodb/keys';
import { asStoreError } from '#shared/dynamodb/store-errors';

/** A condition, or a change, in the table's own language, with its names. */
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
  readonly index?: 'list' | 'order' | 'due';
  readonly where: Expression;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

export interface Answer {
  readonly items: readonly Item[];
  readonly last: Readonly<Record<string, unknown>> | undefined;
}

/** What the stores ask of the table. */
export interface Table {
  /** Strongly consistent. Reads asked for in the same moment travel as one request. */
  get(key: Key): Promise<Item | undefined>;
  /** Strongly consistent on the base table; an index may lag. */
  query(question: Question): Promise<Answer>;
  /** All or nothing; at most 100 writes, each on its own row. */
  transact(writes: readonly Write[]): Promise<void>;
  /** One write; false when its condition did not hold. */
  write(write: Write): Promise<boolean>;
}

/** Where no pause is wanted, in tests and in tools of one person, what a busy table left is asked for again at once. */
const AT_ONCE: Patience = { pause: async () => undefined };

export const dynamoTable = (client: DynamoClient, name: string, patience: Patience = AT_ONCE): Table => ({
  get: batchedReads(client, name, patience),

  async query({ index, where, newestFirst, limit, after }) {
    const answer = await calling(() =>
      client.send(
        new QueryCommand({
          TableName: name,
          ...(index ? { IndexName: index } : { ConsistentRead: true }),
          KeyConditionExpression: where.text,
          ...bindings(where),
          ScanIndexForward: !newestFirst,
          ...(limit !== undefined && { Limit: limit }),
          ...(after && { ExclusiveStartKey: marshall(after) }),
        }),
      ),
    );
    return {
      items: (answer.Items ?? []).map(toItem),
      last: answer.LastEvaluatedKey && unmarshall(answer.LastEvaluatedKey),
    };
  },

  async transact(writes) {
    const TransactItems = writes.map((write) => transactItem(name, write));
    await calling(() => client.send(new TransactWriteItemsCommand({ TransactItems })));
  },

  async write(write) {
    try {
      await sendOne(client, name, write);
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
      throw asStoreError(error);
    }
  },
});

async function calling<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw asStoreError(error);
  }
}

const toItem = (raw: Parameters<typeof unmarshall>[0]): Item => unmarshall(raw) as Item;

const stored = (item: Item) => marshall(item, { removeUndefinedValues: true });

function bindings(...expressions: readonly (Expression | undefined)[]) {
  const names = Object.assign({}, ...expressions.map((expression) => expression?.names));
  const values = Object.assign({}, ...expressions.map((expression) => expression?.values));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && {
      ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }),
    }),
  };
}

const condition = (when: Expression | undefined) => (when ? { ConditionExpression: when.text } : {});

function transactItem(TableName: string, write: Write) {
  if ('put' in write)
    return { Put: { TableName, Item: stored(write.put), ...condition(write.when), ...bindings(write.when) } };
  if ('remove' in write)
    return { Delete: { TableName, Key: marshall(write.remove), ...condition(write.when), ...bindings(write.when) } };
  return { Update: updateInput(TableName, write) };
}

const updateInput = (TableName: string, { update, set, when }: Extract<Write, { update: Key }>) => ({
  TableName,
  Key: marshall(update),
  UpdateExpression: set.text,
  ...condition(when),
  ...bindings(set, when),
});

async function sendOne(client: DynamoClient, TableName: string, write: Write): Promise<void> {
  if ('put' in write) {
    const { put, when } = write;
    await client.send(new PutItemCommand({ TableName, Item: stored(put), ...condition(when), ...bindings(when) }));
  } else if ('update' in write) await client.send(new UpdateItemCommand(updateInput(TableName, write)));
  else
    await client.send(
      new DeleteItemCommand({
        TableName,
        Key: marshall(write.remove),
        ...condition(write.when),
        ...bindings(write.when),
      }),
    );
}
