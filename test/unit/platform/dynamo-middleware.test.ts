import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { withClockSkewMetric } from '#shared/platform/dynamo-middleware';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';

const THEIRS = Date.parse('2026-11-02T10:00:00Z');

let date: string | null = null;
const server = createServer((_request, response) => {
  response.sendDate = false;
  if (date !== null) response.setHeader('date', date);
  response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

const aClient = () =>
  new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
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
