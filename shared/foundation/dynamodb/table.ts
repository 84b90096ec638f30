import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Backoff } from '#shared/foundation/core/clock';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { Expression, Item, Key, Table, Write } from '#shared/foundation/core/table';
import { asItem, asStoreError } from '#shared/foundation/dynamodb/client';
import { payFor, payForRead } from '#shared/foundation/dynamodb/paid-writes';
import { batchedReads } from '#shared/foundation/dynamodb/reads';
import { addRead, addRowsWritten, bytesOfQuery, bytesOfRead } from '#shared/foundation/dynamodb/request-work';

/** Without pauses, for tests and command-line tools: keys that a busy table left unread are requested again at once. */
const AT_ONCE: Backoff = { pause: async () => undefined };

export const dynamoTable = (client: DynamoDBDocumentClient, name: string, backoff: Backoff = AT_ONCE): Table => ({
  get: measuredReads(batchedReads(client, name, backoff)),

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
          ...(after && { ExclusiveStartKey: after }),
        }),
      ),
    );
    const items = (answer.Items ?? []).map(asItem);
    await countRead(() => bytesOfQuery(items));
    return { items, last: answer.LastEvaluatedKey };
  },

  async transact(writes) {
    addRowsWritten(writes, 2);
    await payFor(writes, 2);
    const TransactItems = writes.map((write) => transactItem(name, write));
    await withStoreErrors(() => client.send(new TransactWriteCommand({ TransactItems })));
  },

  async write(write) {
    addRowsWritten([write], 1);
    await payFor([write], 1);
    try {
      await sendWrite(client, name, write);
      return true;
    } catch (error) {
      if (hasErrorName(error, 'ConditionalCheckFailedException')) return false;
      throw asStoreError(error);
    }
  },

  async update(key, set, when) {
    addRowsWritten([{ update: key, set }], 1);
    await payFor([{ update: key, set }], 1);
    const input = {
      ...updateInput(name, { update: key, set, ...(when && { when }) }),
      ReturnValues: 'ALL_NEW' as const,
    };
    try {
      const { Attributes } = await client.send(new UpdateCommand(input));
      return Attributes && asItem(Attributes);
    } catch (error) {
      if (hasErrorName(error, 'ConditionalCheckFailedException')) return undefined;
      throw asStoreError(error);
    }
  },

  clearCache: () => undefined,
});

/** Each read belongs to the request that asks for it, also where several share a batch. */
const measuredReads =
  (read: Table['get']): Table['get'] =>
  async (key) => {
    const item = await read(key);
    await countRead(() => bytesOfRead(item));
    return item;
  };

/** For the request, or the walk, that is under way. */
async function countRead(bytes: () => number): Promise<void> {
  addRead(bytes);
  await payForRead(bytes);
}

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
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

const condition = (when: Expression | undefined) => (when ? { ConditionExpression: when.text } : {});

type Put = Extract<Write, { put: Item }>;
type Delete = Extract<Write, { remove: Key }>;
type Update = Extract<Write, { update: Key }>;

const putInput = (TableName: string, { put, when }: Put) => ({
  TableName,
  Item: put,
  ...condition(when),
  ...bindings(when),
});

const deleteInput = (TableName: string, { remove, when }: Delete) => ({
  TableName,
  Key: remove,
  ...condition(when),
  ...bindings(when),
});

const updateInput = (TableName: string, { update, set, when }: Update) => ({
  TableName,
  Key: update,
  UpdateExpression: set.text,
  ...condition(when),
  ...bindings(set, when),
});

function transactItem(TableName: string, write: Write) {
  if ('put' in write) return { Put: putInput(TableName, write) };
  if ('remove' in write) return { Delete: deleteInput(TableName, write) };
  return { Update: updateInput(TableName, write) };
}

async function sendWrite(client: DynamoDBDocumentClient, TableName: string, write: Write): Promise<void> {
  if ('put' in write) await client.send(new PutCommand(putInput(TableName, write)));
  else if ('remove' in write) await client.send(new DeleteCommand(deleteInput(TableName, write)));
  else await client.send(new UpdateCommand(updateInput(TableName, write)));
}
