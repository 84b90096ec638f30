import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { workspaces } from '#functions/api/workspaces/index';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { useFactory } from '#shared/foundation/core/uses';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import { createWebhookEndpointContract, testWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { MAX_ENDPOINTS } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { callsTo } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

/** The endpoints of a world, with the names that are looked up and the tests that are sent. */
async function aWatchedWorld(limits: LimitOverrides = {}) {
  const made = await aWorldWithAnOwner({ useOf: useFactory(limits) });
  const lookedUp: string[] = [];
  const lookUp = async (name: string) => {
    lookedUp.push(name);
    return ['93.184.216.34'];
  };
  const sent: string[] = [];
  const sender: WebhookSender = {
    async send({ url }) {
      sent.push(url);
      return { durationMs: 1, responseStatus: 204, responseHeaders: {}, responseBody: '', error: null };
    },
  };
  const call = callsTo(webhookEndpoints({ ...made.context, lookUp, sender }));
  const callWorkspaces = callsTo(workspaces(made.context));
  return {
    ...{ ...made, call, lookedUp, sent },
    post: (body: object = {}, key = made.owner.key) =>
      call('POST', '/webhook_endpoints', { key, body: { ...made.wanted, ...body } }),
    /** One more workspace of the owner. */
    async anotherWorkspace(): Promise<string> {
      return (await callWorkspaces('POST', '/workspaces', { key: made.owner.key, body: { name: 'Another' } })).body.id;
    },
    test: (id: string) => call('POST', `/webhook_endpoints/${id}/test`, { key: made.owner.key, body: {} }),
  };
}

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

describe('names that a user has looked up', () => {
  it('are counted before they are looked up, in all workspaces of the user, and whatever comes of the request', async () => {
    const { post, anotherWorkspace, lookedUp, aColleague, owner } = await aWatchedWorld({ receiver_lookups: 3 });
    const workspace_id = await anotherWorkspace();
    const colleague = await aColleague(owner.workspaceId, 'admin');

    const answers = [
      await post({ url: 'https://a.test/' }),
      await post({ url: 'https://b.test/', workspace_id }),
      await post({ url: 'https://c.test/', metadata: { team: 'Core' } }),
      await post({ url: 'https://d.test/' }),
      await post({ url: 'https://e.test/', workspace_id }),
    ];

    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 429]);
    expect(lookedUp).toEqual(['a.test', 'b.test', 'c.test']);
    for (const refused of answers.slice(3))
      expect(expectError(createWebhookEndpointContract, refused, 429)).toEqual(['rate_limited']);
    expect((await post({ url: 'https://f.test/' }, colleague.key)).status).toBe(201);
  });

  it('are counted in changes of an endpoint as well', async () => {
    const { post, call, owner, lookedUp } = await aWatchedWorld({ receiver_lookups: 2 });
    const { id } = (await post()).body;
    const change = (url: string) => call('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { url } });

    const answers = [await change('https://a.test/'), await change('https://b.test/')];

    expect(statusesOf(answers)).toEqual([200, 429]);
    expect(lookedUp).toEqual(['partner.test', 'a.test']);
  });

  it('are none of a URL that is malformed or has an address, which are not looked up', async () => {
    const { post, lookedUp } = await aWatchedWorld({ receiver_lookups: 1 });

    const answers = [
      await post({ url: 'http://partner.test/' }),
      await post({ url: 'https://93.184.216.34/' }),
      await post({ url: 'https://a.test/' }),
    ];

    expect(statusesOf(answers)).toEqual([422, 201, 201]);
    expect(lookedUp).toEqual(['a.test']);
  });

  it('are none where the workspace has no room for an endpoint', async () => {
    const { post, lookedUp } = await aWatchedWorld();
    for (let nth = 0; nth < MAX_ENDPOINTS; nth += 1) await post({ url: 'https://93.184.216.34/' });

    const refused = await post({ url: 'https://slow.test/' });

    expect(expectError(createWebhookEndpointContract, refused, 409)).toEqual(['conflict']);
    expect(lookedUp).toEqual([]);
  });
});

describe('tests of endpoints', () => {
  it('are counted for the founder of the workspaces, and a refused one is none of its workspace', async () => {
    const limits = { user_webhook_tests: 1, webhook_tests: 2 };
    const { post, anotherWorkspace, test, sent } = await aWatchedWorld(limits);
    const first = (await post()).body.id;
    const ids: string[] = [];
    for (let nth = 0; nth < 2; nth += 1) ids.push((await post({ workspace_id: await anotherWorkspace() })).body.id);
    const [second = '', third = ''] = ids;

    const answers = [await test(first), await test(first), await test(first)];
    const further = [await test(second), await test(third), await test(second), await test(third)];

    expect(statusesOf(answers)).toEqual([200, 200, 429]);
    // The first one of each is its own.
    expect(statusesOf(further)).toEqual([200, 200, 429, 429]);
    expect(sent).toHaveLength(4);
    for (const refused of further.slice(2))
      expect(expectError(testWebhookEndpointContract, refused, 429)).toEqual(['rate_limited']);
  });
});

describe('new endpoints', () => {
  it('are counted by day, those that were deleted included', async () => {
    const { post, call, owner } = await aWatchedWorld({ webhook_endpoints: 3 });

    const statuses: number[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const made = await post({ status: 'disabled' });
      statuses.push(made.status);
      if (made.status === 201) await call('DELETE', `/webhook_endpoints/${made.body.id}`, { key: owner.key });
    }

    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});
