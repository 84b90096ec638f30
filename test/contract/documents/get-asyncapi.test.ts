import { documents } from '#functions/api/documents/index';
import { getAsyncapiContract } from '#shared/foundation/documents/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { asyncapi } from '#shared/wiring/documents/asyncapi';
import { openapi } from '#shared/wiring/documents/openapi';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const call = callsTo(documents(aWorld().context));

describe('GET /asyncapi.json', () => {
  /** What npm run document reads by the parser of AsyncAPI. */
  it('200: the document', async () => {
    const document = expectSuccess(getAsyncapiContract, await call('GET', '/asyncapi.json'), 200);

    expect(document).toEqual(asyncapi('https://api.example.test/api/v1'));
    expect(document['asyncapi']).toBe('3.0.0');
  });

  it('200: has an operation that sends each event of the OpenAPI document', async () => {
    const document = expectSuccess(getAsyncapiContract, await call('GET', '/asyncapi.json'), 200);

    const sent = Object.values(document['operations'] as Record<string, { action: string; summary: string }>);
    expect(sent.every(({ action }) => action === 'send')).toBe(true);
    expect(sent.map(({ summary }) => summary)).toEqual(
      Object.keys(openapi(contracts, 'https://api.example.test/api/v1')['webhooks'] as object),
    );
  });

  it('400: a version that is no date', async () => {
    const refused = await call('GET', '/asyncapi.json', { headers: { 'service-version': 'two' } });

    expect(expectError(getAsyncapiContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('405: any other method', async () => {
    expect(expectError(getAsyncapiContract, await call('POST', '/asyncapi.json'), 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes JSON', async () => {
    const refused = await call('GET', '/asyncapi.json', { headers: { accept: 'text/yaml' } });

    expect(expectError(getAsyncapiContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
