import {
  type TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { describe, expect, it } from '#test/support/jest';
import { aKey, aRow, countUp, put, read, TableName } from './rows.ts';

const transaction = (...TransactItems: NonNullable<TransactWriteItemsCommandInput['TransactItems']>) =>
  new TransactWriteItemsCommand({ TransactItems });

const create = (pk: string, more = {}) => ({
  Put: { TableName, Item: aRow(pk, more), ConditionExpression: 'attribute_not_exists(pk)' },
});

const refusal = (table: InMemoryTable, command: TransactWriteItemsCommand) =>
  table.send(command).then(
    () => undefined,
    (error: TransactionCanceledException) => error,
  );

describe('a transaction', () => {
  it('writes all of it', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('gone'));
    await put(table, aRow('there'));
    await table.send(
      transaction(
        create('new'),
        { Delete: { TableName, Key: aKey('gone') } },
        { ConditionCheck: { TableName, Key: aKey('there'), ConditionExpression: 'attribute_exists(pk)' } },
        { Update: { ...countUp('count', 5).input, TableName, Key: aKey('count'), UpdateExpression: 'ADD used :one' } },
      ),
    );

    expect(table.items()).toHaveLength(3);
    expect(await read(table, 'count')).toMatchObject({ used: { N: '1' } });
  });

  it('writes nothing if one part fails, and gives the reasons in order', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('taken', { by: { S: 'somebody' } }));
    const taken = create('taken').Put;

    const error = await refusal(
      table,
      transaction(create('new'), { Put: { ...taken, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } }),
    );

    expect(error).toMatchObject({ name: 'TransactionCanceledException' });
    expect(error?.CancellationReasons).toEqual([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: expect.any(String), Item: aRow('taken', { by: { S: 'somebody' } }) },
    ]);
    expect(await read(table, 'new')).toBeUndefined();
  });

  it('names a part that cannot be applied', async () => {
    const Update = {
      TableName,
      Key: aKey('a'),
      UpdateExpression: 'SET used = used + :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    };

    expect((await refusal(inMemoryMainTable(), transaction({ Update })))?.CancellationReasons).toEqual([
      { Code: 'ValidationError', Message: expect.stringContaining('does not exist in the item') },
    ]);
  });

  it.each([
    ['a key', { Delete: { TableName, Key: { pk: { S: 'a' }, sk: { N: '1' } } } }, 'does not match the schema'],
    ['an index key', { Put: { TableName, Item: aRow('a', { due_at: { S: '1' } }) } }, 'Type mismatch for Index Key'],
  ])('names a part with %s of the wrong type', async (_what, part, message) => {
    const table = inMemoryMainTable();

    expect((await refusal(table, transaction(create('b'), part)))?.CancellationReasons).toEqual([
      { Code: 'None' },
      { Code: 'ValidationError', Message: expect.stringContaining(message) },
    ]);
    expect(table.items()).toEqual([]);
  });

  it.each([
    ['nothing', [], 'greater than or equal to 1'],
    ['101 items', Array.from({ length: 101 }, (_, at) => create(`a${at}`)), 'less than or equal to 100'],
    ['one item twice', [create('a'), { Delete: { TableName, Key: aKey('a') } }], 'multiple operations on one item'],
    ['two operations in one', [{ ...create('a'), Delete: { TableName, Key: aKey('b') } }], 'can only contain one'],
    [
      'more than 4 MB',
      Array.from({ length: 11 }, (_, at) => create(`a${at}`, { big: { S: 'x'.repeat(390 * 1_024) } })),
      '4MB',
    ],
  ])('refuses %s', async (_what, items, message) => {
    await expect(inMemoryMainTable().send(transaction(...items))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
  });

  it('happens once for one token, within ten minutes', async () => {
    let now = 0;
    const table = inMemoryMainTable({ time: { now: () => now } });
    const once = (pk: string) =>
      table.send(new TransactWriteItemsCommand({ TransactItems: [create(pk)], ClientRequestToken: 'token' }));

    await once('a');
    await once('a');
    await expect(once('b')).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    now = 600_000;
    await once('b');

    expect(table.items()).toHaveLength(2);
    expect(table.stream.take()).toHaveLength(2);
  });

  it('that failed may be sent again with its token', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('a'));
    const again = new TransactWriteItemsCommand({
      TransactItems: [{ ConditionCheck: { TableName, Key: aKey('b'), ConditionExpression: 'attribute_exists(pk)' } }],
      ClientRequestToken: 'token',
    });

    await expect(table.send(again)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await put(table, aRow('b'));
    await expect(table.send(again)).resolves.toBeDefined();
  });
});

describe('transactions at the same time', () => {
  it('let one of 100 create an item; the others conflict', async () => {
    const table = inMemoryMainTable();

    const errors = await Promise.all(Array.from({ length: 100 }, () => refusal(table, transaction(create('a')))));

    expect(errors.filter((error) => !error)).toHaveLength(1);
    expect(errors.find((error) => error)?.CancellationReasons).toEqual([
      { Code: 'TransactionConflict', Message: expect.any(String) },
    ]);
  });

  it('do not disturb each other on different items, and leave nothing behind', async () => {
    const table = inMemoryMainTable();

    await Promise.all([table.send(transaction(create('a'))), table.send(transaction(create('b')))]);

    expect(await refusal(table, transaction(create('a')))).toMatchObject({
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    });
  });

  it('refuse a single write to their items, but not two single writes', async () => {
    const table = inMemoryMainTable();
    const begun = table.send(transaction(create('a')));

    await expect(table.send(countUp('a', 5))).rejects.toBeInstanceOf(TransactionConflictException);
    await begun;
    await Promise.all([table.send(countUp('a', 5)), table.send(countUp('a', 5))]);

    expect(await read(table, 'a')).toMatchObject({ used: { N: '2' } });
  });

  it('conflict for as long as the first one travels', async () => {
    const arrivals: (() => void)[] = [];
    const latency = () => new Promise<void>((arrive) => arrivals.push(arrive));
    const table = inMemoryMainTable({ latency });
    const first = table.send(transaction(create('a')));
    const second = refusal(table, transaction(create('b'), create('a')));
    for (const arrive of arrivals.splice(0)) arrive();

    expect((await second)?.CancellationReasons?.map(({ Code }) => Code)).toEqual(['None', 'TransactionConflict']);
    await first;
  });
});
