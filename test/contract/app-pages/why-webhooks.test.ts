import { explain } from '#bin/operator/why/why';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookReason } from '#shared/webhooks/delivery/rules/why-no-webhooks';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { type WebhookEndpoint, withSubscription } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { ALL_ATTEMPTS_FAILED, anOffice, type Office } from './an-office.ts';

type Arrange = (office: Office, endpoint: WebhookEndpointId) => Promise<unknown>;

async function changed(
  { world, workspaceId }: Office,
  id: WebhookEndpointId,
  { endpoint = {}, workspace = {} }: { endpoint?: Partial<WebhookEndpoint>; workspace?: Partial<Workspace> },
) {
  const { table, changes } = world.context;
  const [before, of] = await Promise.all([webhookEndpoints.find(table, id), workspaces.find(table, workspaceId)]);
  if (!before || !of) throw new Error('There is no endpoint.');
  const after = { ...before.state, ...endpoint };
  const writes = [
    webhookEndpoints.put(before, after),
    workspaces.put(of, { ...withSubscription(of.state, after), ...workspace }),
  ];
  await changes.save({ at: noon, writes });
}

/** Changes an event as it is stored. */
async function storedEvent(
  office: Office,
  endpointId: WebhookEndpointId,
  change: (delivery: Delivery) => Delivery,
): Promise<void> {
  const { table } = office.world.context;
  const id = await office.anEvent({ endpointId });
  const before = await deliveryStore(table).find(id);
  if (!before) throw new Error('There is no event.');
  await deliveryStore(table).save(before, change(before.state), noon);
}

const slow = (office: Office, id: WebhookEndpointId) =>
  slowEndpointList(office.world.context.table).change((list) => ({
    ...list,
    [id]: { latency: 'slow', until: minutes(5) },
  }));

const filters = { 'meeting.created': [{ path: 'status', operator: 'equals', value: 'x' }] } as const;

/** What the page says above its list. */
async function wordsOf(office: Office, query = ''): Promise<string | undefined> {
  const { text } = await (await office.ownersBrowser()).get(office.path(`webhooks${query}`));
  return /<div class="notice (?:note|warning)"[^>]*><p>(.*?)<\/p>/s.exec(text)?.[1];
}

const reasonOf = async ({ world, workspaceId }: Office) => {
  const asked = { topic: 'webhooks', id: workspaceId, meeting: undefined } as const;
  return (await explain(world.context, asked, SIMULATOR_ALONE)).json;
};

describe('why an endpoint gets nothing', () => {
  it.each<[WebhookReason, Arrange, string]>([
    [
      'endpoints_disabled',
      (office, id) => changed(office, id, { endpoint: { status: 'disabled', disabledReason: 'failing' } }),
      'https://partner.test/hooks was disabled because it acknowledged nothing for a long time.',
    ],
    [
      'not_subscribed',
      (office, id) => changed(office, id, { endpoint: { enabledEvents: ['webhook_event.lost'] } }),
      'Change its event types by the API.',
    ],
    ['paused', (office, id) => changed(office, id, { workspace: { pausedAt: noon } }), 'The workspace is paused'],
    [
      'rate',
      (office, id) => storedEvent(office, id, (one) => ({ ...one, slot: { of: '1', at: minutes(5) } })),
      'Events wait in line',
    ],
    [
      'slow_queue',
      async (office, id) => [await office.anEvent({ endpointId: id, answers: [{}] }), await slow(office, id)],
      'An endpoint answers slowly',
    ],
    ['refused', (office, id) => office.anEvent({ endpointId: id, answers: [{}] }), 'sent again by themselves'],
    [
      'given_up',
      (office, id) => office.anEvent({ endpointId: id, answers: ALL_ATTEMPTS_FAILED }),
      'are not sent again by themselves',
    ],
    ['waiting', (office, id) => office.anEvent({ endpointId: id }), 'about to be sent'],
    [
      'delivered',
      (office, id) => office.anEvent({ endpointId: id, answers: [{ responseStatus: 204 }] }),
      'The newest events were acknowledged.',
    ],
    ['filtered', (office, id) => changed(office, id, { endpoint: { filters } }), 'An endpoint has filters'],
    ['nothing_happened', async () => undefined, 'Nothing has happened in the last 30 days'],
  ])('is %s for an operator and in words on the page', async (reason, arrange, words) => {
    const office = await anOffice();
    await arrange(office, await office.anEndpoint());

    expect(await reasonOf(office)).toMatchObject({ reason });
    expect(await wordsOf(office)).toContain(words);
    expect((await wordsOf(office))?.replace(/href="[^"]*"/, '')).not.toMatch(/[a-z]{3}_[0-9a-z]{26}|npm run/);
  });

  it('is no_endpoint before one is registered', async () => {
    const office = await anOffice();

    expect(await reasonOf(office)).toMatchObject({ reason: 'no_endpoint' });
    expect(await wordsOf(office)).toContain('No webhook endpoint is registered');
  });

  it('is shown for the endpoint of the filter, and for no other filter', async () => {
    const office = await anOffice();
    const [one, other] = [await office.anEndpoint(), await office.anEndpoint('https://other.test/hooks')];
    await changed(office, other, { endpoint: { status: 'disabled', disabledReason: 'requested' } });
    await office.anEvent({ endpointId: one, answers: [{ responseStatus: 204 }] });

    expect(await wordsOf(office)).toContain('The newest events were acknowledged.');
    expect(await wordsOf(office, `?endpoint=${one}&status=`)).toContain('The newest events were acknowledged.');
    expect(await wordsOf(office, `?endpoint=${other}`)).toContain('https://other.test/hooks was disabled by a user.');
    for (const query of [
      '?status=failed',
      '?since=2026-11-02T13:00',
      `?endpoint=${office.world.context.ids.make('whe')}`,
    ])
      expect(await wordsOf(office, query)).toBeUndefined();
  });

  it('is not slow because an endpoint of another workspace is', async () => {
    const office = await anOffice();
    await office.anEvent({ endpointId: await office.anEndpoint(), answers: [{}] });
    await slow(office, office.world.context.ids.make('whe'));

    expect(await wordsOf(office)).toContain('An endpoint does not acknowledge events.');
  });

  it('is shown to nobody but owners and admins', async () => {
    const office = await anOffice();
    await office.anEndpoint();
    const words = 'Nothing has happened in the last 30 days';

    expect((await (await office.browserAs('admin')).get(office.path('webhooks'))).text).toContain(words);
    for (const [browser, status] of [
      [await office.browserAs('member'), 403],
      [await office.browserAs('guest'), 403],
      [await office.strangersBrowser(), 404],
    ] as const) {
      const seen = await browser.get(office.path('webhooks'));
      expect(seen.status).toBe(status);
      expect(seen.text).not.toContain(words);
    }
  });
});
