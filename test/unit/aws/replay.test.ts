import type { RecordedLine } from '#test/aws/recording/recording';
import { differenceOf, type ItemOrder } from '#test/aws/replay/compare-replies';
import type { DynamoReply } from '#test/aws/replay/dynamodb';
import { inMemoryTarget } from '#test/aws/replay/in-memory-target';
import { replay } from '#test/aws/replay/replay';
import { describe, expect, it } from '#test/support/jest';

const ok = (answer: DynamoReply['answer']): DynamoReply => ({ status: 200, answer });
const refused = (answer: DynamoReply['answer']): DynamoReply => ({ status: 400, answer });
const item = (sk: string, n = '1') => ({ pk: { S: 'a' }, sk: { S: sk }, n: { N: n } });
const cancelled = (...codes: readonly string[]) =>
  refused({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('two replies of DynamoDB', () => {
  it.each<[string, DynamoReply, DynamoReply, ItemOrder]>([
    ['keys in another order', ok({ Item: { a: 1, b: 2 } }), ok({ Item: { b: 2, a: 1 } }), 'total'],
    ['consumed capacity', ok({ ConsumedCapacity: [1] }), ok({}), 'total'],
    ['an empty list that is missing', ok({ UnprocessedKeys: {} }), ok({}), 'total'],
    [
      'a set in another order',
      ok({ Item: { a: { SS: ['x', 'y'] } } }),
      ok({ Item: { a: { SS: ['y', 'x'] } } }),
      'total',
    ],
    [
      'the text of an error',
      refused({ __type: 'x#ValidationException', message: 'one' }),
      refused({ __type: 'ValidationException', message: 'other' }),
      'total',
    ],
    [
      'the order of a batch',
      ok({ Responses: { main: [item('1'), item('2')] } }),
      ok({ Responses: { main: [item('2'), item('1')] } }),
      'total',
    ],
    ['the order of a scan', ok({ Items: [item('1'), item('2')] }), ok({ Items: [item('2'), item('1')] }), 'none'],
    [
      'the order of items with one sort key of an index',
      ok({ Items: [item('1'), item('2'), item('3', '9')] }),
      ok({ Items: [item('2'), item('1'), item('3', '9')] }),
      { by: 'n' },
    ],
  ])('say the same but for %s', (_, recorded, replayed, order) => {
    expect(differenceOf({ recorded, replayed }, order)).toBeUndefined();
  });

  it.each<[string, DynamoReply, DynamoReply, ItemOrder]>([
    ['status', ok({}), refused({}), 'total'],
    ['item', ok({ Item: item('1') }), ok({ Item: item('2') }), 'total'],
    ['error', refused({ __type: 'A' }), refused({ __type: 'B' }), 'total'],
    ['item of a refused condition', refused({ __type: 'A', Item: item('1') }), refused({ __type: 'A' }), 'total'],
    ['reasons of a cancelled transaction', cancelled('None', 'ConditionalCheckFailed'), cancelled('None'), 'total'],
    ['order of a query', ok({ Items: [item('1'), item('2')] }), ok({ Items: [item('2'), item('1')] }), 'total'],
    [
      'order of items with other sort keys of an index',
      ok({ Items: [item('1'), item('2', '2')] }),
      ok({ Items: [item('2', '2'), item('1')] }),
      { by: 'n' },
    ],
    ['end of a page', ok({ Items: [], LastEvaluatedKey: item('1') }), ok({ Items: [] }), 'total'],
  ])('differ in their %s', (_, recorded, replayed, order) => {
    expect(differenceOf({ recorded, replayed }, order)).toBeDefined();
  });
});

describe('a replay', () => {
  const aRead = (answer: DynamoReply['answer'], table = 'main'): RecordedLine => ({
    kind: 'request',
    request: {
      caller: 'api-bots',
      service: 'dynamodb',
      operation: 'GetItem',
      method: 'POST',
      path: '/',
      body: { TableName: table, Key: { pk: { S: 'a' }, sk: { S: '1' } } },
      status: 200,
      answer,
    },
  });
  const lines = async function* (...more: readonly RecordedLine[]): AsyncGenerator<RecordedLine> {
    yield { kind: 'table', table: { TableName: 'main', AttributeDefinitions: [], KeySchema: [] } };
    yield { kind: 'item', item: { pk: { S: 'a' }, sk: { S: '1' }, state: { B: 'AQID' } } };
    yield* more;
  };

  it('begins with the recorded items, bytes among them', async () => {
    const recorded = aRead({ Item: { pk: { S: 'a' }, sk: { S: '1' }, state: { B: 'AQID' } } });

    expect(await replay(lines(recorded), inMemoryTarget())).toEqual({ requests: 1, differences: [] });
  });

  it('names the request whose reply differs', async () => {
    const { differences } = await replay(lines(aRead({})), inMemoryTarget());

    expect(differences).toMatchObject([{ number: 1, caller: 'api-bots', operation: 'GetItem' }]);
  });

  it('leaves out requests to other tables', async () => {
    expect(await replay(lines(aRead({}, 'other')), inMemoryTarget())).toMatchObject({ requests: 0 });
  });
});
