import {
  BatchGetItemCommand,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { type InMemoryTable, inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { describe, expect, it } from '#test/support/jest';
import { aKey, aRow, put, read, TableName } from './rows.ts';

const aMeeting = (id: string, startsAt: string, more = {}) =>
  aRow(id, {
    type: { S: 'meeting' },
    find: { M: { live: { BOOL: false } } },
    state: { S: 'large' },
    list_pk: { S: 'wks_1#MTG' },
    list_sk: { S: startsAt },
    ...more,
  });

const withRows = async (count: number, pk = 'a', more = {}) => {
  const table = inMemoryMainTable();
  for (let at = 0; at < count; at += 1) await put(table, { ...aKey(pk, `k${at}`), at: { N: String(at) }, ...more });
  return table;
};

const query = (table: InMemoryTable, request: Partial<QueryCommandInput>) =>
  table.send(new QueryCommand({ TableName, ...request }));

const where = (KeyConditionExpression: string, values: Record<string, string>) => ({
  KeyConditionExpression,
  ExpressionAttributeValues: Object.fromEntries(Object.entries(values).map(([name, S]) => [name, { S }])),
});

const sortKeys = async (answer: ReturnType<typeof query>) => (await answer).Items?.map((item) => item['sk']?.S);

describe('reading by key', () => {
  it('projects nested places and closes up lists', async () => {
    const table = inMemoryMainTable();
    await put(table, aRow('a', { m: { M: { x: { N: '1' }, y: { N: '2' } } }, l: { L: [{ N: '0' }, { N: '1' }] } }));
    const ProjectionExpression = 'm.x, l[1], absent';
    const answer = await table.send(new GetItemCommand({ TableName, Key: aKey('a'), ProjectionExpression }));

    expect(answer.Item).toEqual({ m: { M: { x: { N: '1' } } }, l: { L: [{ N: '1' }] } });
  });

  it('fetches a batch, up to 16 MB, and hands the other keys back', async () => {
    const table = inMemoryMainTable();
    const ids = Array.from({ length: 50 }, (_, at) => `row${at}`);
    for (const id of ids) await put(table, aRow(id, { big: { S: 'x'.repeat(390 * 1_024) } }));
    const Keys = [...ids, 'absent'].map((id) => aKey(id));
    const answer = await table.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }));

    const found = answer.Responses?.[TableName]?.length ?? 0;
    const left = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    expect(found).toBe(42);
    expect(left[0]).toEqual(aKey('row42'));
    expect(found + left.length).toBe(51);
  });

  it.each([
    ['101 keys', Array.from({ length: 101 }, (_, at) => aKey(`a${at}`)), 'Too many items'],
    ['a key twice', [aKey('a'), aKey('a')], 'contains duplicates'],
  ])('refuses %s in a batch', async (_what, Keys, message) => {
    const request = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } });

    await expect(inMemoryMainTable().send(request)).rejects.toThrow(message);
  });

  it('gives copies', async () => {
    const table = await withRows(0);
    await put(table, aRow('a', { m: { M: {} } }));
    const item = await read(table, 'a');
    if (item?.['m']?.M) item['m'].M['x'] = { S: 'changed' };

    expect(await read(table, 'a')).toEqual(aRow('a', { m: { M: {} } }));
  });
});

describe('a query', () => {
  it.each([
    ['pk = :a', {}, ['k0', 'k1', 'k2', 'k3', 'k4']],
    ['pk = :a AND sk = :k', { ':k': 'k2' }, ['k2']],
    ['pk = :a AND sk < :k', { ':k': 'k2' }, ['k0', 'k1']],
    ['pk = :a AND sk <= :k', { ':k': 'k2' }, ['k0', 'k1', 'k2']],
    ['pk = :a AND sk > :k', { ':k': 'k2' }, ['k3', 'k4']],
    ['sk >= :k AND pk = :a', { ':k': 'k2' }, ['k2', 'k3', 'k4']],
    ['pk = :a AND sk BETWEEN :k AND :l', { ':k': 'k1', ':l': 'k3' }, ['k1', 'k2', 'k3']],
    ['pk = :a AND begins_with(sk, :k)', { ':k': 'k' }, ['k0', 'k1', 'k2', 'k3', 'k4']],
    ['pk = :a AND begins_with(sk, :k)', { ':k': 'j' }, []],
  ])('%s %o', async (text, values, expected) => {
    const table = await withRows(5);
    const request = where(text, { ':a': 'a', ...values });

    expect(await sortKeys(query(table, request))).toEqual(expected);
    expect(await sortKeys(query(table, { ...request, ScanIndexForward: false }))).toEqual(expected.toReversed());
  });

  it.each([
    ['forward', true],
    ['backward', false],
  ])('walks %s in pages; a page that ends at the end does not know', async (_way, ScanIndexForward) => {
    const table = await withRows(4);
    const seen: unknown[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    let pages = 0;
    do {
      const request = { ...where('pk = :a', { ':a': 'a' }), ScanIndexForward, Limit: 2, ExclusiveStartKey };
      const page = await query(table, request);
      seen.push(...(page.Items ?? []).map((item) => item['sk']?.S));
      ExclusiveStartKey = page.LastEvaluatedKey;
      pages += 1;
    } while (ExclusiveStartKey);

    expect(pages).toBe(3);
    expect(seen).toEqual(ScanIndexForward ? ['k0', 'k1', 'k2', 'k3'] : ['k3', 'k2', 'k1', 'k0']);
  });

  it('filters after counting the limit', async () => {
    const table = await withRows(4);
    const answer = await query(table, {
      KeyConditionExpression: 'pk = :a',
      FilterExpression: '#at >= :two',
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':a': { S: 'a' }, ':two': { N: '2' } },
      Limit: 3,
    });

    expect(answer).toMatchObject({ Count: 1, ScannedCount: 3, LastEvaluatedKey: aKey('a', 'k2') });
  });

  it('stops at 1 MB', async () => {
    const table = await withRows(4, 'a', { big: { S: 'x'.repeat(390 * 1_024) } });
    const answer = await query(table, where('pk = :a', { ':a': 'a' }));

    expect(answer).toMatchObject({ Count: 2, LastEvaluatedKey: aKey('a', 'k1') });
  });

  it('orders by the bytes of UTF-8 and by the value of numbers', async () => {
    const table = inMemoryMainTable();
    for (const sk of ['\u{1F600}', '\uFFFD', 'z', 'Z']) await put(table, aKey('a', sk));
    for (const due of ['10', '9', '-1']) await put(table, aRow(`d${due}`, { due_pk: { S: 'D' }, due_at: { N: due } }));
    const due = await query(table, { IndexName: 'due', ...where('due_pk = :d', { ':d': 'D' }) });

    expect(await sortKeys(query(table, where('pk = :a', { ':a': 'a' })))).toEqual(['Z', 'z', '\uFFFD', '\u{1F600}']);
    expect(due.Items?.map((item) => item['due_at']?.N)).toEqual(['-1', '9', '10']);
  });

  it.each<[string, Partial<QueryCommandInput>, string]>([
    [
      'a consistent read of an index',
      { IndexName: 'list', ConsistentRead: true },
      'Consistent reads are not supported',
    ],
    ['an unknown index', { IndexName: 'none' }, 'does not have the specified index: none'],
    ['all attributes of an index', { IndexName: 'list', Select: 'ALL_ATTRIBUTES' }, 'ALL_ATTRIBUTES is not supported'],
    ['no condition', {}, 'can not be empty'],
    ['no partition', where('sk = :k', { ':k': 'k' }), 'missed key schema element: pk'],
    ['another attribute', where('pk = :a AND colour = :k', { ':a': 'a', ':k': 'k' }), 'missed key schema element: sk'],
    ['a range of partitions', where('pk > :a', { ':a': 'a' }), 'not supported'],
    ['an OR', where('pk = :a OR pk = :b', { ':a': 'a', ':b': 'b' }), 'Invalid operator used'],
    ['an empty key', where('pk = :a', { ':a': '' }), 'empty string value'],
    ['a limit of 0', { Limit: 0 }, "Value '0' at 'limit'"],
    ['a value of no use', where('pk = :a', { ':a': 'a', ':b': 'b' }), 'unused in expressions: keys: {:b}'],
    [
      'a filter on a key',
      { ...where('pk = :a', { ':a': 'a' }), FilterExpression: 'attribute_exists(sk)' },
      'only contain non-primary key attributes',
    ],
    [
      'a start key that is none',
      { ...where('pk = :a', { ':a': 'a' }), ExclusiveStartKey: { pk: { S: 'a' } } },
      'starting key is invalid',
    ],
    [
      'a start key outside the range',
      { ...where('pk = :a AND sk > :k', { ':a': 'a', ':k': 'k' }), ExclusiveStartKey: aKey('a', 'b') },
      'does not match the range key predicate',
    ],
  ])('refuses %s', async (_what, request, message) => {
    await expect(query(inMemoryMainTable(), request)).rejects.toThrow(message);
  });
});

describe('an index', () => {
  const listed = (table: InMemoryTable, more: Partial<QueryCommandInput> = {}) =>
    query(table, { IndexName: 'list', ...where('list_pk = :list', { ':list': 'wks_1#MTG' }), ...more });

  it('carries its keys and what it includes, of the items that have its keys', async () => {
    const table = inMemoryMainTable();
    await put(table, aMeeting('mtg_1', '2026-10-12'));
    await put(table, aRow('out_1', { list_pk: { S: 'wks_1#MTG' } }));
    const { ['state']: _notCarried, ...carried } = aMeeting('mtg_1', '2026-10-12');

    expect((await listed(table)).Items).toEqual([carried]);
  });

  it('follows an item that moves, and forgets one that leaves', async () => {
    const table = inMemoryMainTable();
    await put(table, aMeeting('mtg_1', '2026-10-12'));
    await put(table, aMeeting('mtg_2', '2026-10-13'));
    await put(table, aMeeting('mtg_1', '2026-10-14'));
    const ids = async () => (await listed(table)).Items?.map((item) => item['pk']?.S);

    expect(await ids()).toEqual(['mtg_2', 'mtg_1']);
    await put(table, aRow('mtg_2'));
    expect(await ids()).toEqual(['mtg_1']);
  });

  it('pages through items of one and the same key', async () => {
    const table = inMemoryMainTable();
    for (const id of ['mtg_2', 'mtg_1', 'mtg_3']) await put(table, aMeeting(id, '2026-10-12'));
    const first = await listed(table, { Limit: 2 });
    const second = await listed(table, { Limit: 2, ExclusiveStartKey: first.LastEvaluatedKey });

    expect(Object.keys(first.LastEvaluatedKey ?? {}).sort()).toEqual(['list_pk', 'list_sk', 'pk', 'sk']);
    expect([...(first.Items ?? []), ...(second.Items ?? [])].map((item) => item['pk']?.S)).toEqual([
      'mtg_1',
      'mtg_2',
      'mtg_3',
    ]);
  });

  it('may lag, and never goes back when news arrive in another order', async () => {
    const news: (() => void)[] = [];
    const table = inMemoryMainTable({ propagation: (apply) => news.push(apply) });
    await put(table, aMeeting('mtg_1', '2026-10-12'));
    await put(table, aMeeting('mtg_1', '2026-10-13'));

    expect((await listed(table)).Items).toEqual([]);
    for (const apply of news.reverse()) apply();
    expect((await listed(table)).Items).toMatchObject([{ list_sk: { S: '2026-10-13' } }]);
  });
});

describe('a scan', () => {
  it('sees everything once, in pages', async () => {
    const table = await withRows(3);
    await put(table, aRow('b'));
    const first = await table.send(new ScanCommand({ TableName, Limit: 2 }));
    const second = await table.send(new ScanCommand({ TableName, ExclusiveStartKey: first.LastEvaluatedKey }));

    expect([...(first.Items ?? []), ...(second.Items ?? [])]).toHaveLength(4);
    expect(second.LastEvaluatedKey).toBeUndefined();
  });
});
