import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import type { WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints as webhookEndpointRows } from '#shared/webhooks/endpoints/store';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { aWorld, BASE_URL, callsTo } from '#test/support/api';
import { anEventPath } from '#test/support/event-path';

interface Given {
  readonly lookUp: NameLookup;
  readonly allowLocalReceivers?: boolean;
  /** In place of the deployment's own: to trust authorities of tests, or to be given up on sooner. */
  readonly sender?: WebhookSender;
  /** Of the endpoints; one is made for each where it is left out. */
  readonly secret?: string;
}

const FINE = 'https://fine.test/';

/**
 * The four places at which a receiver's URL is judged. The last two are reached with a URL that was accepted in other
 * times: it is written into the table by hand.
 */
export function webhookDoors({ lookUp, allowLocalReceivers = false, sender, secret }: Given) {
  const ways = sender ?? webhookSender({ lookUp, baseUrl: BASE_URL, allowLocalReceivers });
  const fineOrGiven: NameLookup = async (name, signal) =>
    name === 'fine.test' ? ['93.184.216.34'] : lookUp(name, signal);

  const scene = async () => {
    const world = aWorld({ allowLocalReceivers });
    const owner = await world.anOwner();
    const call = callsTo(webhookEndpoints({ ...world.context, lookUp: fineOrGiven, sender: ways }));
    const create = (url: string) =>
      call('POST', '/webhook_endpoints', {
        key: owner.key,
        body: { workspace_id: owner.workspaceId, url, enabled_events: ['*'], secret },
      });
    return { ...world, owner, call, create };
  };

  const standing = async () => {
    const made = await scene();
    return { ...made, id: (await made.create(FINE)).body.id as WebhookEndpoint['id'] };
  };

  return {
    /** The answer to POST /webhook_endpoints. */
    create: async (url: string) => (await scene()).create(url),

    /** The answer to PATCH /webhook_endpoints/{id}. */
    async update(url: string) {
      const { call, id, owner } = await standing();
      return call('PATCH', `/webhook_endpoints/${id}`, { key: owner.key, body: { url } });
    },

    /** The answer to POST /webhook_endpoints/{id}/test. */
    async test(url: string) {
      const { call, id, owner, context, clock } = await standing();
      const before = await webhookEndpointRows.find(context.table, id);
      if (!before) throw new Error('The endpoint is not there.');
      await context.changes.save({
        at: clock.now(),
        writes: [webhookEndpointRows.put(before, { ...before.state, url })],
      });
      return call('POST', `/webhook_endpoints/${id}/test`, { key: owner.key, body: {} });
    },

    /** Where a delivery stands after its first attempt, and what is on record of that. */
    async deliver(url: string) {
      const path = anEventPath();
      const receiver = {
        url,
        received: [],
        receive: (request: Parameters<WebhookSender['send']>[0]) => ways.send(request),
      };
      await path.anEndpoint({ receiver, ...(secret !== undefined && { secrets: [{ secret, until: null }] }) });
      await path.happens();
      await path.atThisMoment();
      const [delivery] = await path.all();
      const attempt: Attempt | undefined = delivery?.firstAttempt;
      if (!delivery || !attempt) throw new Error('Nothing was attempted.');
      return { delivery, attempt };
    },
  };
}
