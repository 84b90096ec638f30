import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { withClockSkewMetric, withoutRepeatedWork } from '#shared/platform/dynamo-middleware';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';

const THEIRS = Date.parse('2026-11-02T10:00:00Z');

let date: string | null = null;
const received: IncomingHttpHeaders[] = [];
const server = createServer(({ headers }, response) => {
  received.push(headers);
  response.sendDate = false;
  if (date !== null) response.setHeader('date', date);
  response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

const clientOf = (credentials: () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>) =>
  new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials,
  });
const read = new GetItemCommand({ TableName: 'main', Key: { pk: { S: 'a' } } });

/** The log lines after one response after the other, each with our clock so many seconds from theirs. */
async function loggedAfter(skews: readonly number[], says: string | null = new Date(THEIRS).toUTCString()) {
  date = says;
  const lines: unknown[] = [];
  let ours = THEIRS;
  const client = withClockSkewMetric(
    clientOf(async () => ({ accessKeyId: 'test', secretAccessKey: 'test' })),
    { stage: 'test', now: () => ours, log: (line) => lines.push(line) },
  );
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

it('a client without repeated work signs as the SDK does, with the credentials of the moment', async () => {
  let expiresIn = 0;
  const credentials = async () => {
    expiresIn += 1;
    // Expired at once: they are looked up for every signature.
    return { accessKeyId: `key-${expiresIn}`, secretAccessKey: 'test', expiration: new Date(0) };
  };
  const [plain, client] = [clientOf(credentials), withoutRepeatedWork(clientOf(credentials))];
  received.length = 0;

  for (const one of [plain, client, client]) await one.send(read);

  const [theirs, first, second] = received;
  const signedBy = (headers: IncomingHttpHeaders | undefined) =>
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/us-east-1\/dynamodb\/aws4_request, SignedHeaders=(\S+), Signature=[0-9a-f]{64}$/.exec(
      headers?.authorization ?? '',
    );
  const signedHeaders = (headers: IncomingHttpHeaders | undefined) => signedBy(headers)?.[2]?.split(';') ?? [];
  expect(signedHeaders(first)).toEqual(signedHeaders(theirs).filter((name) => name !== 'x-amz-user-agent'));
  expect(signedBy(first)?.[1]).not.toBe(signedBy(second)?.[1]);
  expect([theirs?.['user-agent'], first?.['user-agent']]).toEqual([
    expect.stringContaining('aws-sdk-js/'),
    'Rapporteur (aws-sdk-js)',
  ]);
  plain.destroy();
  client.destroy();
});

it('a client without repeated work answers each of many requests at once with its own result, after a retry too', async () => {
  const failed = new Set<string>();
  const keys = createServer(async (request, response) => {
    const { Key } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (Number(Key.pk.S) % 10 !== 0 || failed.has(Key.pk.S)) return response.end(JSON.stringify({ Item: Key }));
    failed.add(Key.pk.S);
    return response.writeHead(500).end('{"__type":"InternalServerError"}');
  });
  await new Promise<void>((done) => keys.listen(0, '127.0.0.1', done));
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const endpoint = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`;
  const client = withoutRepeatedWork(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
  const names = Array.from({ length: 50 }, (_, nth) => String(nth));

  const answers = await Promise.all(
    names.map((S) => client.send(new GetItemCommand({ TableName: 'main', Key: { pk: { S } } }))),
  );

  expect(answers.map(({ Item }) => Item?.['pk']?.S)).toEqual(names);
  expect(answers.map(({ $metadata }) => $metadata.attempts)).toEqual(names.map((name) => (Number(name) % 10 ? 1 : 2)));
  client.destroy();
  await new Promise((done) => keys.close(done));
});

it('a client without repeated work makes its signer once, and anew where it could not be made', async () => {
  const client = clientOf(async () => ({ accessKeyId: 'test', secretAccessKey: 'test' }));
  const makeSigner = client.config.signer;
  let made = 0;
  client.config.signer = async (scheme) => {
    made += 1;
    if (made === 1) throw new Error('There is no region.');
    return makeSigner(scheme);
  };
  withoutRepeatedWork(client);

  await expect(client.send(read)).rejects.toThrow('There is no region.');
  await client.send(read);
  await client.send(read);

  expect(made).toBe(2);
  client.destroy();
});
