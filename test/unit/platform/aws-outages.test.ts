import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { clientSecret } from '#shared/accounts/identity/cognito/client-secret';
import { cognitoAccounts } from '#shared/accounts/identity/cognito/cognito-accounts';
import type { Instant } from '#shared/foundation/core/time';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { asRefusal, renderRefusal } from '#shared/foundation/http/response/render';
import { withDenialMetric } from '#shared/foundation/platform/denial-metric';
import { lambdaGroups } from '#shared/foundation/platform/invoke';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import { s3UploadStorage } from '#shared/texts/uploads/s3-upload-storage';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aClock } from '#test/support/api';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

/** What the server does with each request. */
let answer: (response: ServerResponse) => void = () => undefined;
const server = createServer((request, response) => {
  request.resume();
  answer(response);
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

/** How the services write an error. */
const WRITTEN = {
  json: (code: string) => JSON.stringify({ __type: code, message: 'Refused.' }),
  S3: (code: string) => `<Error><Code>${code}</Code><Message>Refused.</Message></Error>`,
  STS: (code: string) => `<ErrorResponse>${WRITTEN.S3(code)}</ErrorResponse>`,
};
let written: (code: string) => string = WRITTEN.json;

const refuses =
  (status: number, code: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'x-amzn-errortype': code }).end(written(code));
  };

const UNANSWERED = 'no answer in time';

type Endpoint = 'ours' | 'nobody';

const ANSWERS: Readonly<Record<string, readonly [Endpoint, (response: ServerResponse) => void]>> = {
  'a refused connection': ['nobody', () => undefined],
  [UNANSWERED]: ['ours', () => undefined],
  'an answer that breaks off': ['ours', (response) => response.destroy()],
  throttling: ['ours', refuses(400, 'ThrottlingException')],
  'a 500': ['ours', refuses(500, 'InternalServerError')],
  'a 503': ['ours', refuses(503, 'ServiceUnavailable')],
  'a missing right': ['ours', refuses(403, 'AccessDeniedException')],
  'a request that it does not take': ['ours', refuses(400, 'ValidationException')],
};

/** A port that no one listens at. */
const NOBODY = 'http://127.0.0.1:1';

const configOf = (endpoint: Endpoint, requestTimeout = 60_000) => ({
  endpoint: endpoint === 'ours' ? address() : NOBODY,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
  forcePathStyle: true,
  requestHandler: { requestTimeout, throwOnRequestTimeout: true },
});
type Config = ReturnType<typeof configOf>;

const clock = aClock();
const KEY = { pk: 'a', sk: '.' };
const PUT = { put: { ...KEY, type: 'test' } };
const table = (config: Config) => tableOver(new DynamoDBClient(config));
const sealer = (config: Config) => kmsSealer(new KMSClient(config), 'key');
const files = (config: Config) => s3FileStorage(new S3Client(config), 'files', clock);
const uploads = (config: Config, role?: string) =>
  s3UploadStorage({
    bucket: 'files',
    clientWith: () => new S3Client(config),
    role: role === undefined ? undefined : { sts: new STSClient(config), arn: role },
  });
const accounts = (config: Config, secret?: string) => {
  const client = new CognitoIdentityProviderClient(config);
  const read = clientSecret(client, { poolId: 'pool', clientId: 'client' });
  return cognitoAccounts({
    client,
    clientId: 'client',
    clientSecret: secret === undefined ? read : async () => secret,
    proofs: { make: async () => 'proof' },
    clock,
  });
};
const MAIL = 'ada@acme.test';
const context = { workspace: 'wks', resource: 'whe' } as never;

/** Every call that a request can make of each client. */
const CALLS: Readonly<Record<string, (config: Config) => Promise<unknown>>> = {
  'DynamoDB get': (config) => table(config).get(KEY),
  'DynamoDB query': (config) => table(config).query({ where: { text: 'pk = :pk', values: { ':pk': 'a' } } }),
  'DynamoDB transaction': (config) => table(config).transact([PUT, { put: { pk: 'b', sk: '.', type: 'test' } }]),
  'DynamoDB write': (config) => table(config).write(PUT),
  'KMS seal': (config) => sealer(config).seal('text', context),
  'KMS open': (config) => sealer(config).open('AAAA', context),
  'S3 put': (config) => files(config).put('key', Buffer.from('a'), 'text/plain'),
  'S3 put new': (config) => files(config).putNew('key', Buffer.from('a'), 'text/plain'),
  'S3 get': (config) => files(config).get('key'),
  'S3 get tagged': (config) => files(config).getTagged('key'),
  'S3 replace': (config) => files(config).replace('key', Buffer.from('a'), { contentType: 'text/plain', etag: '"a"' }),
  'S3 remove': (config) => files(config).remove('key'),
  'S3 list': (config) => files(config).keys('prefix', undefined),
  'S3 begin': (config) => uploads(config).begin('key'),
  'S3 complete': (config) => uploads(config).complete({ key: 'key', multipartId: 'id' }, ['"a"']),
  'STS session': (config) => uploads(config, 'arn:aws:iam::1:role/links').signPut('key', clock.now(), 1),
  'SQS send': (config) =>
    sqsQueue(new SQSClient(config), `${config.endpoint}/1/queue`).send([{ message: {}, group: 'a' }]),
  'EventBridge put': (config) => eventBridgeBus(new EventBridgeClient(config), 'bus').publish([anEvent] as never),
  'Lambda call': (config) =>
    lambdaGroups({ client: new LambdaClient(config), functions: { bots: 'bots' } }).call('bots', {}),
  'Cognito secret': (config) => accounts(config).sendAnotherCode(MAIL),
  'Cognito sign-up': (config) => accounts(config, 'secret').signUp({ email: MAIL, password: 'p' }),
  'Cognito confirm': (config) => accounts(config, 'secret').confirm({ email: MAIL, code: '123456' }),
  'Cognito code': (config) => accounts(config, 'secret').sendAnotherCode(MAIL),
};

const anEvent = { id: 'evt', type: 'job.mail', body: '{}' };

async function thrownBy(call: string, failure: string): Promise<unknown> {
  const [endpoint, answered] = ANSWERS[failure] ?? ['ours', () => undefined];
  answer = answered;
  const [service] = call.split(' ');
  written = service === 'S3' || service === 'STS' ? WRITTEN[service] : WRITTEN.json;
  try {
    await CALLS[call]?.(configOf(endpoint, failure === UNANSWERED ? 50 : undefined));
    return undefined;
  } catch (error) {
    return error;
  }
}

const CASES = Object.keys(CALLS).flatMap((call) => Object.keys(ANSWERS).map((failure) => [call, failure] as const));

describe('a call of an AWS client', () => {
  it.each(CASES)('%s: %s becomes a 503 with Retry-After', async (call, failure) => {
    const refusal = asRefusal(await thrownBy(call, failure));

    const rendered = refusal && renderRefusal(refusal);
    expect(rendered).toMatchObject({
      status: 503,
      body: { errors: [{ code: 'provider_unavailable' }] },
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
    });
  });

  it('S3 get: a file whose bytes break off is a 503', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    };
    const error = await files(configOf('ours'))
      .get('key')
      .catch((one: unknown) => one);

    expect(asRefusal(error)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('a request that only a change of the deployment mends', () => {
  const lines: unknown[] = [];
  const aWatchedSealer = (now: () => number) =>
    kmsSealer(
      withDenialMetric(new KMSClient(configOf('ours')), { stage: 'test', now, log: (line) => lines.push(line) }),
      'key',
    );
  const linesAfter = async (code: string, times = 1) => {
    lines.length = 0;
    written = WRITTEN.json;
    answer = refuses(400, code);
    const watched = aWatchedSealer(() => 0 as Instant);
    for (let nth = 0; nth < times; nth += 1) await watched.seal('text', context).catch(() => undefined);
    return lines;
  };

  it.each([
    'AccessDeniedException',
    'DisabledException',
    'KMSInvalidStateException',
    'NotFoundException',
    'ValidationException',
  ])('%s is an error line with the metric of an alarm, and names service and request', async (code) => {
    expect(await linesAfter(code)).toEqual([
      expect.objectContaining({
        ...{ fault: 'denied', client: 'KMSClient', command: 'EncryptCommand', cause: code },
        ...{ stage: 'test', ServiceFaults: 1 },
      }),
    ]);
  });

  it('is written once a minute by one client', async () => {
    expect(await linesAfter('AccessDeniedException', 3)).toHaveLength(1);
  });

  it.each(['ThrottlingException', 'KMSInternalException'])('is not %s', async (code) => {
    expect(await linesAfter(code)).toEqual([]);
  });
});
