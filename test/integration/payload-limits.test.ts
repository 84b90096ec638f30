import { CreateFunctionCommand, DeleteFunctionCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { zipSync } from 'fflate';
import { emulatorConfig } from '#bin/stack/emulator-config';
import { stackClient } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const { base_url, api_key, endpoint_url } = stackClient();
const REGION = 'us-east-1';
const lambda = new LambdaClient(emulatorConfig({ endpoint: endpoint_url, region: REGION }));
const FunctionName = 'payload-limits-test';

/** Answers a body of as many characters as the query says, or the length of the body that it got. */
const CODE = `exports.handler = async ({ queryStringParameters: query, body }) => {
  console.log('invoked');
  const length = Number(query?.length ?? 0);
  return { statusCode: 200, body: length ? (query.of ?? 'x').repeat(length) : String(Buffer.byteLength(body ?? '')) };
};`;

/** A request of the API of API Gateway, for which the project has no client. */
async function gateway(path: string, body: object): Promise<Readonly<Record<string, string>>> {
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/apigateway/aws4_request, SignedHeaders=host, Signature=00`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${endpoint_url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

/** An HTTP API in front of the function; answers its URL. */
async function anApi(functionArn: string): Promise<string> {
  const { apiId = '' } = await gateway('/v2/apis', { name: FunctionName, protocolType: 'HTTP' });
  const integration = { integrationType: 'AWS_PROXY', integrationUri: functionArn, payloadFormatVersion: '2.0' };
  const { integrationId } = await gateway(`/v2/apis/${apiId}/integrations`, integration);
  await gateway(`/v2/apis/${apiId}/routes`, { routeKey: '$default', target: `integrations/${integrationId}` });
  await gateway(`/v2/apis/${apiId}/stages`, { stageName: '$default', autoDeploy: true });
  return `${endpoint_url}/_aws/execute-api/${apiId}`;
}

let url = '';

beforeAll(async () => {
  const created = await lambda.send(
    new CreateFunctionCommand({
      FunctionName,
      Role: 'arn:aws:iam::000000000000:role/any',
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Code: { ZipFile: zipSync({ 'index.js': Buffer.from(CODE) }) },
    }),
  );
  url = await anApi(created.FunctionArn ?? '');
});

afterAll(async () => {
  await lambda.send(new DeleteFunctionCommand({ FunctionName }));
  lambda.destroy();
});

const bodyOf = async (response: Response) => [response.status, await response.text()];
const post = (body: string) =>
  fetch(`${url}/any`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('a response on the local stack', () => {
  it('is sent below 6 MB', async () => {
    const response = await fetch(`${url}/any?length=6000000`);
    expect([response.status, (await response.text()).length]).toEqual([200, 6_000_000]);
  });

  it.each([
    ['of letters', 'length=6291556'],
    ['of quotes, which its JSON escapes', 'length=3200000&of=%22'],
  ])('over 6 MB is the 500 of the gateway: %s', async (_of, query) => {
    expect(await bodyOf(await fetch(`${url}/any?${query}`))).toEqual([500, '{"message": "Internal Server Error"}']);
  });

  it('over 6 MB is an error of the function for another caller', async () => {
    const Payload = JSON.stringify({ queryStringParameters: { length: '6291556' } });
    const { FunctionError, Payload: answer } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
    expect(FunctionError).toBe('Unhandled');
    expect(JSON.parse(answer?.transformToString() ?? '')).toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' });
  });
});

describe('a request on the local stack', () => {
  it('reaches its function below 6 MB', async () => {
    expect(await bodyOf(await post('x'.repeat(6_000_000)))).toEqual([200, '6000000']);
  });

  it.each([
    ['whose event is over 6 MB', '"'.repeat(3_200_000)],
    ['over 10 MB', 'x'.repeat(10_485_761)],
  ])('%s is 413', async (_which, body) => {
    expect(await bodyOf(await post(body))).toEqual([413, '{"message": "Request Entity Too Large"}']);
  });

  it('of 4 MB with a transcript reaches the API, which refuses it in its own words', async () => {
    const response = await fetch(`${base_url}/conversations/con_00000000000000000000000000/transcript`, {
      method: 'PATCH',
      headers: { authorization: api_key, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: [{ text: 'x'.repeat(4_100_000) }] }),
    });
    expect([response.status, await response.json()]).toEqual([422, { errors: expect.any(Array) }]);
  });
});
