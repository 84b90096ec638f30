import { reason } from '#shared/foundation/core/reason';
import { type WebhookFacts, type WebhookReason, whyNoWebhooks } from '#shared/webhooks/delivery/rules/why-no-webhooks';
import { DEFAULT_OPTIONS, HEALTHY, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anId } from '#test/unit/meetings/rules/a-meeting';
import { aDeliveryIdentity, aPendingDelivery, aRetryingDelivery } from './a-delivery.ts';

const endpoint: WebhookEndpoint = {
  ...{ ...DEFAULT_OPTIONS, ...HEALTHY, id: anId('whe'), workspaceId: anId('wks'), url: 'https://acme.test/hook' },
  ...{ enabledEvents: ['*'], status: 'enabled', pin: '2026-10-12', sealedSecrets: [], metadata: {} },
  ...{ createdAt: noon, updatedAt: noon },
};
const disabled: WebhookEndpoint = { ...endpoint, status: 'disabled', disabledReason: 'failing' };
const filters = { 'bot.joined': [{ path: 'status', operator: 'equals', value: 'x' }] } as const;
const identity = { endpointId: endpoint.id, workspaceId: endpoint.workspaceId } as const;
const ended = { ...aDeliveryIdentity(identity), attemptsCount: 1 };

const webhooks: WebhookFacts = {
  ...{ now: noon, archivedAt: null, pausedAt: null, endpoints: [endpoint], deliveries: [], slowEndpointIds: [] },
  types: ['bot.joined', 'meeting.finished'],
};

describe('why a workspace gets no webhooks', () => {
  it.each<[WebhookReason, Partial<WebhookFacts>]>([
    ['archived', { archivedAt: minutes(-60) }],
    ['paused', { pausedAt: minutes(-60) }],
    ['nothing_happened', { archivedAt: minutes(-1) }],
    ['no_endpoint', { endpoints: [] }],
    ['endpoints_disabled', { endpoints: [disabled] }],
    ['not_subscribed', { endpoints: [{ ...endpoint, enabledEvents: ['export.ready'] }] }],
    ['not_subscribed', { endpoints: [{ ...endpoint, enabledEvents: ['export.ready'] }, disabled] }],
    ['rate', { deliveries: [aPendingDelivery({ ...identity, slot: { of: '1', at: minutes(5) } })] }],
    ['slow_queue', { deliveries: [aRetryingDelivery(identity)], slowEndpointIds: [endpoint.id] }],
    ['refused', { deliveries: [aRetryingDelivery(identity)] }],
    ['given_up', { deliveries: [{ ...ended, status: 'failed' }] }],
    ['skipped', { deliveries: [{ ...ended, status: 'skipped' }] }],
    ['waiting', { deliveries: [aPendingDelivery(identity)] }],
    ['delivered', { deliveries: [{ ...ended, status: 'delivered', deliveredAt: noon }] }],
    ['filtered', { endpoints: [{ ...endpoint, filters }] }],
    ['nothing_happened', { endpoints: [{ ...endpoint, filters: { 'export.ready': filters['bot.joined'] } }] }],
  ])('is %s: %j', (reason, given) => {
    expect(whyNoWebhooks({ ...webhooks, ...given }).found.name).toBe(reason);
  });

  it('names the endpoints, the attempts and the events as evidence, and what was ruled out', () => {
    const { found, ruledOut } = whyNoWebhooks({ ...webhooks, deliveries: [aRetryingDelivery(identity)] });

    expect(found.evidence).toMatchObject({
      webhook_events: [aRetryingDelivery(identity).id],
      attempts: expect.any(Number),
    });
    expect(ruledOut.map(({ name }) => name)).toContain('endpoints_disabled');
  });

  it('says of slow endpoints how first attempts ended, and of delivered events how many were sent again', () => {
    const slow = { deliveries: [aRetryingDelivery(identity)], slowEndpointIds: [endpoint.id] };
    const again = { ...ended, attemptsCount: 2, status: 'delivered', deliveredAt: noon } as const;
    const evidenceOf = (given: Partial<WebhookFacts>) => whyNoWebhooks({ ...webhooks, ...given }).found.evidence;

    expect(evidenceOf(slow)).toMatchObject({ first_attempts: [expect.stringMatching(/ 1$/)] });
    expect(evidenceOf({ deliveries: [again] })).toMatchObject({ webhook_events: 1, sent_more_than_once: 1 });
  });

  it('names the event types of each endpoint where nothing happened', () => {
    expect(whyNoWebhooks(webhooks).found.evidence).toEqual({ [endpoint.id]: ['*'] });
  });

  it('goes through further reasons for a missing delivery once nothing waits for a pause', () => {
    const notFannedOut = reason('not_fanned_out', true);

    expect(whyNoWebhooks(webhooks, [notFannedOut]).found).toBe(notFannedOut);
    expect(whyNoWebhooks({ ...webhooks, pausedAt: noon }, [notFannedOut]).found.name).toBe('paused');
  });

  it('has no URL of an endpoint in its evidence', () => {
    for (const endpoints of [[endpoint], [disabled], [{ ...endpoint, filters }]])
      expect(JSON.stringify(whyNoWebhooks({ ...webhooks, endpoints }))).not.toContain(endpoint.url);
  });
});
