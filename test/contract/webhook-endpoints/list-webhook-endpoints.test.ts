import { listWebhookEndpointsContract } from '#shared/webhooks/endpoints/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const listPath = ({ workspaceId }: { readonly workspaceId: string }, more = '') =>
  `/webhook_endpoints?workspace_id=${workspaceId}${more}`;

describe('GET /webhook_endpoints', () => {
  it('200: newest first, page by page, without their secrets', async () => {
    const { create, call, owner } = await aWorldWithAnOwner();
    const made = [await create(), await create(), await create()].map(({ body }) => body.id);

    const first = await call('GET', listPath(owner, '&limit=2'), { key: owner.key });
    const page = expectSuccess(listWebhookEndpointsContract, first, 200);
    const next = new URL(page._links.next.url);
    const second = await call('GET', `/webhook_endpoints${next.search}`, { key: owner.key });
    const rest = expectSuccess(listWebhookEndpointsContract, second, 200);

    const shown = [...page.data, ...rest.data];
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([...made].reverse());
    expect(shown.filter((endpoint) => 'secret' in endpoint)).toEqual([]);
    expect([page.has_more, rest.has_more]).toEqual([true, false]);
  });

  it.each([
    ['a filter there is not', '&url=x', 'bad_request url'],
    ['a limit that is too high', '&limit=101', 'bad_request limit'],
    ['pages by number', '&page=2', 'bad_request page'],
    ['a cursor that is not ours', '&cursor=abc', 'bad_request cursor'],
  ])('400: %s', async (_what, more, refused) => {
    const { call, owner } = await aWorldWithAnOwner();

    const answered = await call('GET', listPath(owner, more), { key: owner.key });

    expect(expectError(listWebhookEndpointsContract, answered, 400)).toEqual([refused]);
  });

  it.each([
    ['none', ''],
    ['a blank one', '?workspace_id='],
  ])('400: needs a workspace and is given %s', async (_what, query) => {
    const { call, owner } = await aWorldWithAnOwner();

    const answered = await call('GET', `/webhook_endpoints${query}`, { key: owner.key });

    expect(expectError(listWebhookEndpointsContract, answered, 400)).toEqual(['bad_request workspace_id']);
  });
});
