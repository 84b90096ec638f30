import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { describe, expect, it } from '#test/support/jest';
import { aKey, aRow, countUp, put, read, TableName } from './rows.ts';

describe('writing one item', () => {
  it('keeps a copy, with numbers in their one form', async () => {
    const table = inMemoryMainTable();
    const row = aRow('mtg_1', { due: { N: '+01.50e2' } });
    await put(table, row);
    row['due'] = { N: '9' };

    expect(await read(table, 'mtg_1')).toEqual(aRow('mtg_1', { due: { N: '150' } }));
  });

  it('lets one of 200 increments through when 99 of 100 are used', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('limit', { used: { N: '99' } }));

    const results = await Promise.allSettled(Array.from({ length: 200 }, () => table.send(countUp('limit', 100))));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await read(table, 'limit')).toMatchObject({ used: { N: '100' } });
  });

  it('says what is there when a condition fails, if asked', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('mtg_1', { revision: { N: '2' } }));

    const late = new PutItemCommand({
      TableName,
      Item: aRow('mtg_1'),
      ConditionExpression: 'revision = :read',
      ExpressionAttributeValues: { ':read': { N: '1' } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });

    const failure = await table.send(late).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConditionalCheckFailedException);
    expect(failure).toMatchObject({ Item: { revision: { N: '2' } } });
  });

  it('makes an item by updating it, and answers what was asked for', async () => {
    const table = inMemoryMainTable();
    const update = (ReturnValues: 'ALL_NEW' | 'ALL_OLD' | 'UPDATED_OLD' | 'UPDATED_NEW') =>
      table.send(
        new UpdateItemCommand({
          TableName,
          Key: aKey('mtg_1'),
          UpdateExpression: 'ADD used :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
          ReturnValues,
        }),
      );

    expect((await update('ALL_NEW')).Attributes).toEqual(aRow('mtg_1', { used: { N: '1' } }));
    expect((await update('UPDATED_OLD')).Attributes).toEqual({ used: { N: '1' } });
    expect((await update('UPDATED_NEW')).Attributes).toEqual({ used: { N: '3' } });
    expect((await update('ALL_OLD')).Attributes).toEqual(aRow('mtg_1', { used: { N: '3' } }));
  });

  it('makes no item by only taking away', async () => {
    const table = inMemoryMainTable();
    await table.send(new UpdateItemCommand({ TableName, Key: aKey('mtg_1'), UpdateExpression: 'REMOVE used' }));

    expect(table.items()).toEqual([]);
  });

  it('puts and deletes in a batch', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('old'));
    const requests = [{ PutRequest: { Item: aRow('new') } }, { DeleteRequest: { Key: aKey('old') } }];
    await table.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));

    expect(table.items()).toEqual([aRow('new')]);
  });

  it.each([
    ['an empty key', aRow(''), 'cannot contain an empty string value. Key: pk'],
    ['a key of another type', { pk: { N: '1' }, sk: { S: '.' } }, 'Type mismatch for key pk expected: S actual: N'],
    ['no key', { pk: { S: 'a' } }, 'Missing the key sk in the item'],
    ['an empty index key', aRow('a', { list_pk: { S: '' } }), 'IndexName: list, IndexKey: list_pk'],
    ['an index key of another type', aRow('a', { due_at: { S: '1' } }), 'Type mismatch for Index Key due_at'],
    ['more than 400 KB', aRow('a', { big: { S: 'x'.repeat(400 * 1_024) } }), 'Item size has exceeded'],
    ['no number', aRow('a', { used: { N: 'seven' } }), 'cannot be converted to a numeric value'],
    ['an empty set', aRow('a', { tags: { SS: [] } }), 'may not be empty'],
    ['a member twice', aRow('a', { tags: { SS: ['x', 'x'] } }), 'contains duplicates'],
    ['a key of 2,049 bytes', aRow('x'.repeat(2_049)), 'Size of hashkey has exceeded'],
  ])('refuses %s', async (_what, item, message) => {
    await expect(put(inMemoryMainTable(), item)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
  });

  it('refuses to change a key, and to grow beyond 400 KB', async () => {
    const table = inMemoryMainTable();
    const set = (path: string, S: string) =>
      table.send(
        new UpdateItemCommand({
          TableName,
          Key: aKey('a'),
          UpdateExpression: `SET ${path} = :value`,
          ExpressionAttributeValues: { ':value': { S } },
        }),
      );

    await expect(set('sk', 'other')).rejects.toThrow('Cannot update attribute sk. This attribute is part of the key');
    await expect(set('big', 'x'.repeat(400 * 1_024))).rejects.toThrow('Item size to update has exceeded');
  });

  it('refuses names without an expression, other keys, and another table', async () => {
    const table = inMemoryMainTable({ tableName: 'main' });
    const Key = { pk: { S: 'a' } };

    await expect(
      table.send(new PutItemCommand({ TableName, Item: aRow('a'), ExpressionAttributeNames: { '#a': 'a' } })),
    ).rejects.toThrow('ExpressionAttributeNames can only be specified when using expressions');
    await expect(table.send(new DeleteItemCommand({ TableName, Key }))).rejects.toThrow('does not match the schema');
    await expect(table.send(new DeleteItemCommand({ TableName: 'other', Key: aKey('a') }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('the stream', () => {
  it('tells of each change in order by its keys, and of nothing that changed nothing', async () => {
    const table = inMemoryMainTable({ time: { now: () => 1_000_500 } });
    await put(table, aRow('a', { secret: { S: 'x' } }));
    await put(table, aRow('a', { secret: { S: 'x' } }));
    await put(table, aRow('a', { secret: { S: 'y' } }));
    await table.send(new DeleteItemCommand({ TableName, Key: aKey('a') }));

    const records = table.stream.take();

    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(records[0]?.dynamodb).toMatchObject({ Keys: aKey('a'), ApproximateCreationDateTime: 1_000 });
    expect(JSON.stringify(records)).not.toContain('secret');
    expect(table.stream.take()).toEqual([]);
  });
});
