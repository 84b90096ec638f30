import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { withClockSkewMetric, withThrottleMetric } from '#shared/foundation/platform/dynamo-middleware';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';

const THEIRS = Date.parse('2026-11-02T10:00:00Z');

let date: string | null = null;
/** What DynamoDB answers instead of an item. */
let refusal: { readonly __type: string; readonly CancellationReasons?: readonly object[] } | undefined;
const server = createServer((_request, response) => {
  response.sendDate = false;
  if (date !== null) response.setHeader('date', date);
  response.statusCode = refusal ? 400 : 200;
  response.setHeader('content-type', 'application/x-amz-json-1.0').end(JSON.stringify(refusal ?? {}));
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

const aClient = () =>
  new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
const read = new GetItemCommand({ TableName: 'main', Key: { pk: { S: 'a' } } });

/** The log lines after one response after the other, each with our clock so many seconds from theirs. */
async function loggedAfter(skews: readonly number[], says: string | null = new Date(THEIRS).toUTCString()) {
  date = says;
  const lines: unknown[] = [];
  let ours = THEIRS;
  const client = withClockSkewMetric(aClient(), { stage: 'test', now: () => ours, log: (line) => lines.push(line) });
  for (const skew of skews) {
    ours = THEIRS + skew * 1_000;
    await client.send(read);
  }
  client.destroy();
  return lines;
}

it.each([0, 29, -29])('a skew of %i seconds is not logged', async (seconds) => {
  expect(await loggedAfter([seconds])).toEqual([]);
});

it.each([30, -45, 3_600])('a skew of %i seconds is logged as a metric of the stage', async (seconds) => {
  expect(await loggedAfter([seconds])).toEqual([
    expect.objectContaining({
      ...{ error: 'clock skew', stage: 'test', ClockSkewSeconds: Math.abs(seconds) },
      _aws: expect.objectContaining({ Timestamp: THEIRS + seconds * 1_000 }),
    }),
  ]);
});

it('a skew is logged once a minute, however many responses arrive', async () => {
  expect(await loggedAfter([60, 61, 90, 119, 120])).toHaveLength(2);
});

it.each([null, 'yesterday'])('a response with the date %s is ignored', async (says) => {
  expect(await loggedAfter([3_600], says)).toEqual([]);
});

/** The log lines after requests at these seconds, each of which DynamoDB refuses. */
async function loggedAfterRefusals(seconds: readonly number[], given: NonNullable<typeof refusal>) {
  const lines: unknown[] = [];
  let ours = THEIRS;
  const client = withThrottleMetric(aClient(), { stage: 'test', now: () => ours, log: (line) => lines.push(line) });
  refusal = given;
  for (const second of seconds) {
    ours = THEIRS + second * 1_000;
    await expect(client.send(read)).rejects.toThrow();
  }
  refusal = undefined;
  client.destroy();
  return lines;
}

const AWS = 'com.amazonaws.dynamodb.v20120810#';

it.each([
  { __type: `${AWS}ThrottlingException` },
  { __type: `${AWS}ProvisionedThroughputExceededException` },
  { __type: `${AWS}RequestLimitExceeded` },
  {
    __type: `${AWS}TransactionCanceledException`,
    CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
  },
])('a request that the table throttles is logged as a metric of the stage: %o', async (given) => {
  expect(await loggedAfterRefusals([0], given)).toEqual([
    expect.objectContaining({ error: 'table throttled', stage: 'test', TableThrottled: 1, _aws: expect.anything() }),
  ]);
});

it('throttled requests are logged once a minute, all of them counted', async () => {
  const lines = await loggedAfterRefusals([0, 10, 59, 60, 61], { __type: `${AWS}ThrottlingException` });

  expect(lines).toEqual([
    expect.objectContaining({ TableThrottled: 1 }),
    expect.objectContaining({ TableThrottled: 3 }),
  ]);
});

it.each([
  { __type: `${AWS}ConditionalCheckFailedException` },
  { __type: `${AWS}TransactionCanceledException`, CancellationReasons: [{ Code: 'TransactionConflict' }] },
])('a request that fails for another reason is not logged: %o', async (given) => {
  expect(await loggedAfterRefusals([0], given)).toEqual([]);
});
