import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { passOn } from '#functions/api/fallback/pass-on';
import { meetings } from '#functions/api/meetings/index';
import { Throttled } from '#shared/foundation/core/store';
import { lambdaGroups } from '#shared/foundation/platform/invoke';
import { contracts } from '#shared/wiring/all-contracts';
import { type InvokedFunction, inMemoryLambda } from '#test/doubles/aws/lambda';
import { aWorld, callsTo } from '#test/support/api';
import { aGatewayEvent } from '#test/support/gateway-event';
import { describe, expect, it } from '#test/support/jest';

const names = Object.fromEntries(contracts.map(({ group }) => [group, `rapporteur-test-api-${group}`]));

/** The fallback of a world whose groups are these functions. */
function aFallback(functions: Readonly<Record<string, InvokedFunction>> = {}) {
  const world = aWorld();
  const handle = meetings(world.context);
  const client = inMemoryLambda({
    'rapporteur-test-api-meetings': (event) => handle(event as APIGatewayProxyEventV2, {} as never),
    ...functions,
  });
  const { clock, baseUrl, server, log } = world.context;
  const fallback = passOn({
    edge: { clock, baseUrl, server, log },
    contracts,
    groups: lambdaGroups({ client, functions: names }),
  });
  return { ...world, call: callsTo(fallback), direct: callsTo(handle) };
}

const codes = ({ body }: { readonly body: { errors: { code: string }[] } }) => body.errors.map(({ code }) => code);

describe('a request without a route', () => {
  it('200: a slash at the end is the same endpoint', async () => {
    const { call, direct, anOwner } = aFallback();
    const { key, workspaceId } = await anOwner();

    const passed = await call('GET', `/meetings/?workspace_id=${workspaceId}&limit=5`, { key });
    const itself = await direct('GET', `/meetings?workspace_id=${workspaceId}&limit=5`, { key });

    expect(passed.status).toBe(200);
    expect(passed.body).toEqual(itself.body);
  });

  it('answers exactly as the group does, refusals included', async () => {
    const { call } = aFallback();

    const refused = await call('GET', '/meetings/');

    expect([refused.status, codes(refused)]).toEqual([401, ['missing_api_key']]);
  });

  it('passes on everything but the slash', async () => {
    const seen: APIGatewayProxyEventV2[] = [];
    const echo: InvokedFunction = async (event) => {
      seen.push(event as APIGatewayProxyEventV2);
      return { statusCode: 201, headers: { location: '/x', 'content-type': 'text/plain' }, body: 'as it is' };
    };
    const { call } = aFallback({ 'rapporteur-test-api-webhook-endpoints': echo });

    const answered = await call('POST', '/webhook_endpoints/', {
      key: 'a-key',
      body: { url: 'https://x.test/' },
      headers: { 'x-other': 'kept' },
    });

    expect(answered).toEqual({
      status: 201,
      headers: { location: '/x', 'content-type': 'text/plain' },
      body: 'as it is',
    });
    expect(seen).toMatchObject([
      {
        rawPath: '/api/v1/webhook_endpoints',
        requestContext: { http: { method: 'POST', path: '/api/v1/webhook_endpoints' } },
        headers: { authorization: 'a-key', 'x-other': 'kept' },
        body: '{"url":"https://x.test/"}',
      },
    ]);
  });

  it.each([
    ['a path there is not', '/nothing'],
    ['one beneath an endpoint that has none', '/openapi.json/more'],
    ['the root', '/'],
    ['two slashes at the end', '/meetings//'],
  ])('404: %s, before any key is looked at', async (_what, path) => {
    const refused = await aFallback().call('GET', path);

    expect([refused.status, codes(refused)]).toEqual([404, ['not_found']]);
    expect(refused.headers).toMatchObject({
      'service-version': '2025-11-25',
      'x-request-id': expect.stringMatching(/^req-/),
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('404: says at which version, where one is asked for', async () => {
    const { call } = aFallback();

    const asked = await call('GET', '/nothing', { headers: { 'service-version': '2026-10-12' } });
    const nonsense = await call('GET', '/nothing', { headers: { 'service-version': 'two' } });

    expect([asked.status, asked.headers['service-version']]).toEqual([404, '2026-10-12']);
    expect([nonsense.status, nonsense.headers['service-version']]).toEqual([404, '2025-11-25']);
  });

  it('404: an endpoint outside the API root', async () => {
    const world = aFallback();
    const { clock, baseUrl, server, log } = world.context;
    const never = { call: () => Promise.reject(new Error('Nothing should be passed on.')) };
    const fallback = passOn({ edge: { clock, baseUrl, server, log }, contracts, groups: never });

    const { statusCode } = await fallback(aGatewayEvent({ method: 'GET', path: '/meetings' }), {} as never);

    expect(statusCode).toBe(404);
  });

  it('405: a method that the path does not take, with those it does', async () => {
    const refused = await aFallback().call('PUT', '/webhook_endpoints/');

    expect([refused.status, codes(refused)]).toEqual([405, ['method_not_allowed']]);
    expect(refused.headers['allow']).toBe('GET, HEAD, POST');
  });

  it('406: a path that ends in another format', async () => {
    const refused = await aFallback().call('GET', '/meetings.xml');

    expect([refused.status, codes(refused)]).toEqual([406, ['not_acceptable']]);
  });

  it('500: a group that broke, without a word of why', async () => {
    const broken: InvokedFunction = () => Promise.reject(new Error('a secret'));
    const { call, log } = aFallback({ 'rapporteur-test-api-meetings': broken });

    const answered = await call('GET', '/meetings/');

    expect([answered.status, codes(answered)]).toEqual([500, ['internal_error']]);
    expect(JSON.stringify([answered, log])).not.toContain('a secret');
    expect(log).toMatchObject([{ status: 500, defect: expect.stringContaining('Error') }]);
  });

  it('503: a group that takes no more', async () => {
    const { context } = aFallback();
    const busy = { call: () => Promise.reject(new Throttled()) };
    const call = callsTo(passOn({ edge: context, contracts, groups: busy }));

    const answered = await call('GET', '/meetings/');

    expect([answered.status, codes(answered)]).toEqual([503, ['provider_unavailable']]);
    expect(answered.headers['retry-after']).toBe('1');
  });
});
