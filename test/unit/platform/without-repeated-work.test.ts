import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { withoutRepeatedWork } from '#shared/foundation/platform/without-repeated-work';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';

/** The names of items that were asked for once: every tenth fails at first. */
const failed = new Set<string>();
const received: IncomingHttpHeaders[] = [];
const server = createServer(async (request, response) => {
  const { Key } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  received.push(request.headers);
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  const name = Key?.pk.S ?? '';
  if (!/^\d*0$/.test(name) || failed.has(name)) return response.end(JSON.stringify({ Item: Key }));
  failed.add(name);
  return response.writeHead(500).end('{"__type":"InternalServerError"}');
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };
const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const common = () => ({ endpoint: endpoint(), region: 'us-east-1', credentials: CREDENTIALS });
const clientOf = (credentials: () => Promise<typeof CREDENTIALS> = async () => CREDENTIALS) =>
  new DynamoDBClient({ ...common(), credentials });
const readOf = (name: string) => new GetItemCommand({ TableName: 'main', Key: { pk: { S: name } } });
const read = readOf('a');

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
  const client = withoutRepeatedWork(clientOf());
  const names = Array.from({ length: 50 }, (_, nth) => String(nth));

  const answers = await Promise.all(names.map((name) => client.send(readOf(name))));

  expect(answers.map(({ Item }) => Item?.['pk']?.S)).toEqual(names);
  expect(answers.map(({ $metadata }) => $metadata.attempts)).toEqual(names.map((name) => (Number(name) % 10 ? 1 : 2)));
  client.destroy();
});

it('a client without repeated work makes its signer once, and anew where it could not be made', async () => {
  const client = clientOf();
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

it('clients of the other services without repeated work are served, and call themselves Rapporteur', async () => {
  const kms = withoutRepeatedWork(new KMSClient(common()));
  const sqs = withoutRepeatedWork(new SQSClient(common()));
  const eventBridge = withoutRepeatedWork(new EventBridgeClient(common()));
  received.length = 0;

  await kms.send(new EncryptCommand({ KeyId: 'key', Plaintext: Buffer.from('a') }));
  await sqs.send(new ReceiveMessageCommand({ QueueUrl: `${endpoint()}/queue` }));
  await eventBridge.send(new PutEventsCommand({ Entries: [] }));

  expect(received.map((headers) => [headers['x-amz-target'], headers['user-agent']])).toEqual([
    ['TrentService.Encrypt', 'Rapporteur (aws-sdk-js)'],
    ['AmazonSQS.ReceiveMessage', 'Rapporteur (aws-sdk-js)'],
    ['AWSEvents.PutEvents', 'Rapporteur (aws-sdk-js)'],
  ]);
  for (const client of [kms, sqs, eventBridge]) client.destroy();
});
