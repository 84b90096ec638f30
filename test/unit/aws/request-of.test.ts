import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTurn } from '#test/aws/recording/in-turn';
import type { RecordedRequest } from '#test/aws/recording/recording';
import { requestOf } from '#test/aws/recording/request-of';
import { answer, openFunctionProxies } from '#test/support/fault-proxy/function-proxies';
import { afterEach, describe, expect, it } from '#test/support/jest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What is recorded of this request to a service that replies with `{"Item":{}}`. */
async function recordedOf(path: string, init: RequestInit): Promise<RecordedRequest | undefined> {
  const service = createServer((_, outgoing) => outgoing.end('{"Item":{}}'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  let recorded: RecordedRequest | undefined;
  const proxies = openFunctionProxies({
    target: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    serve: async (exchange) => {
      const reply = await exchange.pass();
      recorded = requestOf(exchange, reply, true);
      answer(exchange.outgoing, reply);
    },
  });
  closing.push(async () => {
    await proxies.close();
    service.close();
    service.closeAllConnections();
  });
  await (await fetch(`${await proxies.addressFor('api-bots')}${path}`, init)).text();
  return recorded;
}

const signedFor = (service: string, target = '') => ({
  authorization: `AWS4-HMAC-SHA256 Credential=SECRET/20260101/us-east-1/${service}/aws4_request, Signature=SECRET`,
  'x-amz-security-token': 'SECRET',
  'x-amz-target': target,
});

describe('a recorded request', () => {
  it('to DynamoDB has its caller, its operation, its body and its reply', async () => {
    const headers = signedFor('dynamodb', 'DynamoDB_20120810.GetItem');

    expect(await recordedOf('/', { method: 'POST', headers, body: '{"TableName":"main"}' })).toEqual({
      caller: 'api-bots',
      service: 'dynamodb',
      operation: 'GetItem',
      method: 'POST',
      path: '/',
      body: { TableName: 'main' },
      status: 200,
      answer: { Item: {} },
    });
  });

  it.each([
    ['kms', 'TrentService.Encrypt', '{"KeyId":"k","Plaintext":"SECRET"}', { KeyId: 'k' }],
    ['sqs', 'AmazonSQS.SendMessage', '{"QueueUrl":"u","MessageBody":"SECRET"}', { QueueUrl: 'u' }],
    ['lambda', '', '{"headers":{"authorization":"SECRET"}}', {}],
    ['events', 'AWSEvents.PutEvents', '{"Entries":[{"EventBusName":"b","Detail":"SECRET"}]}', { EventBusNames: ['b'] }],
  ])('to %s has no signature and no content', async (service, target, body, kept) => {
    const recorded = await recordedOf('/', { method: 'POST', headers: signedFor(service, target), body });

    expect(recorded?.body).toEqual(kept);
    expect(JSON.stringify(recorded)).not.toContain('SECRET');
  });

  it('by a signed link has its service, and not its signature', async () => {
    const query = 'x-id=GetObject&X-Amz-Credential=K%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=SECRET';

    expect(await recordedOf(`/files/a?${query}`, { method: 'GET' })).toMatchObject({
      service: 's3',
      path: '/files/a?x-id=GetObject',
    });
    // A browser's question about CORS is authorized by no role.
    expect(await recordedOf(`/files/a?${query}`, { method: 'OPTIONS' })).not.toHaveProperty('service');
  });

  it('that is not signed has no service', async () => {
    expect(await recordedOf('/keys.json', { method: 'GET' })).not.toHaveProperty('service');
  });
});

it('work in turn begins when the work before it has ended, also by an error', async () => {
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const oneByOne = inTurn(gate.promise);

  const first = oneByOne(async () => {
    steps.push('first begins');
    await Promise.resolve();
    steps.push('first ends');
    throw new Error('Failed.');
  });
  const second = oneByOne(async () => steps.push('second begins'));
  steps.push('gate opens');
  gate.resolve();

  await expect(first).rejects.toThrow('Failed.');
  await second;
  expect(steps).toEqual(['gate opens', 'first begins', 'first ends', 'second begins']);
});
