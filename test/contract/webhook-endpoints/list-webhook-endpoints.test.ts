import { describe, expect, it } from '@jest/globals';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { listWebhookEndpointsContract } from '#shared/webhooks/endpoints/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const listPath = ({ workspaceId }: { readonly workspaceId: string }, more = '') =>
  `/webhook_endpoints?workspace_id=${workspaceId}${more}`;

describe('GET /webhook_endpoints', () => {
  it('200: newest first, page by page, without their secrets', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const made = [await create(), await create(), await create()].map(({ body }) => body.id);

    const first = await call('GET', listPath(owner, '&limit=2'), { key: owner.key });
    const page = expectAnswer(listWebhookEndpointsContract, first, 200);
    const next = new URL(page._links.next.url);
    const second = await call('GET', `/webhook_endpoints${next.search}`, { key: owner.key });
    const rest = expectAnswer(listWebhookEndpointsContract, second, 200);

    const shown = [...page.data, ...rest.data];
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([...made].reverse());
    expect(shown.filter((endpoint) => 'secret' in endpoint)).toEqual([]);
    expect([page.has_more, rest.has_more]).toEqual([true, false]);
  });

  it('200: nothing of other workspaces', async () => {
    const { create, call, anOwner } = await aWorldWithAnOwner();
    await create();
    const other = await anOwner('Other');

    const answered = await call('GET', listPath(other), { key: other.key });

    expect(expectAnswer(listWebhookEndpointsContract, answered, 200).data).toEqual([]);
  });

  it('200: costs two round trips', async () => {
    const world = await aWorldWithAnOwner();
    await world.create();
    const call = countedCallsTo(world, (context) => webhookEndpoints({ ...context, lookUp: world.lookUp }));
    await call('GET', listPath(world.owner), { key: world.owner.key });

    const { answer, tally } = await call('GET', listPath(world.owner), { key: world.owner.key });

    expect(answer.body.data).toHaveLength(1);
    expect(tally.trips).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a filter there is not', '&url=x', 'bad_request url'],
    ['a limit that is too high', '&limit=101', 'bad_request limit'],
    ['pages by number', '&page=2', 'bad_request page'],
    ['a cursor that is not ours', '&cursor=abc', 'bad_request cursor'],
  ])('400: %s', async (_what, more, refused) => {
    const { call, owner } = await aWorldWithAnOwner();

    const answered = await call('GET', listPath(owner, more), { key: owner.key });

    expect(expectRefusal(listWebhookEndpointsContract, answered, 400)).toEqual([refused]);
  });

  it.each([
    ['none', ''],
    ['a blank one', '?workspace_id='],
  ])('400: needs a workspace and is given %s', async (_what, query) => {
    const { call, owner } = await aWorldWithAnOwner();

    const answered = await call('GET', `/webhook_endpoints${query}`, { key: owner.key });

    expect(expectRefusal(listWebhookEndpointsContract, answered, 400)).toEqual(['bad_request workspace_id']);
  });

  it('401: without a key, and for a foreign workspace', async () => {
    const { call, owner, anOwner } = await aWorldWithAnOwner();
    const stranger = await anOwner('Other');

    const keyless = await call('GET', listPath(owner));
    const foreign = await call('GET', listPath(owner), { key: stranger.key });

    expect(expectRefusal(listWebhookEndpointsContract, keyless, 401)).toEqual(['missing_api_key']);
    expect(expectRefusal(listWebhookEndpointsContract, foreign, 401)).toEqual(['unauthorized']);
  });

  it.each(['member', 'guest'] as const)('403: a %s', async (role) => {
    const { call, owner, aColleague } = await aWorldWithAnOwner();
    const { key } = await aColleague(owner.workspaceId, role);

    const refused = await call('GET', listPath(owner), { key });

    expect(expectRefusal(listWebhookEndpointsContract, refused, 403)).toEqual(['workspace_access_not_allowed']);
  });
});
