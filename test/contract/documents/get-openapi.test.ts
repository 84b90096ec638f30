import { documents } from '#functions/api/documents/index';
import { getOpenapiContract } from '#shared/foundation/documents/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const callsToDocuments = () => callsTo(documents(aWorld().context));

describe('GET /openapi.json', () => {
  it('200: the document, to anybody', async () => {
    const answered = await callsToDocuments()('GET', '/openapi.json');

    const document = expectSuccess(getOpenapiContract, answered, 200);
    // A path that differs from another by the kind of its id alone cannot stand in the document.
    const paths = contracts.map(({ path }) => path).filter((path) => !path.includes(':'));
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://api.example.test/api/v1' }]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
  });

  it('200: asks neither for a key nor for a table', async () => {
    const { context } = aWorld();
    const { clock, baseUrl, server, log } = context;

    const call = callsTo(documents({ clock, baseUrl, server, log }));

    expect((await call('GET', '/openapi.json', { key: 'nonsense' })).status).toBe(200);
  });

  it('400: a version that is no date', async () => {
    const refused = await callsToDocuments()('GET', '/openapi.json', { headers: { 'service-version': 'two' } });

    expect(expectError(getOpenapiContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('405: any other method', async () => {
    const refused = await callsToDocuments()('POST', '/openapi.json');

    expect(expectError(getOpenapiContract, refused, 405)).toEqual(['method_not_allowed']);
    expect(refused.headers['allow']).toBe('GET, HEAD');
  });

  it('406: an Accept header that excludes JSON', async () => {
    const refused = await callsToDocuments()('GET', '/openapi.json', { headers: { accept: 'text/yaml' } });

    expect(expectError(getOpenapiContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
