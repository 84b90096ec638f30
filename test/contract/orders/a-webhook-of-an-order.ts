import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { aWorld, callsTo } from '#test/support/api';
import { inProcessPlatform } from '#test/support/event-path/platform';
import { aReceiver } from '#test/support/event-path/receiver';
import { inMemoryServices } from '#test/support/event-path/services';
import { anOrderWorld } from './an-order.ts';

interface Given extends NonNullable<Parameters<typeof anOrderWorld>[0]> {
  /** Of the receiver at the `webhook_url`, attempt after attempt. */
  readonly answers?: readonly number[];
}

/** A workspace that orders translations with a `webhook_url`, and the whole event path to its receiver. */
export async function anOrderWebhookWorld({ answers = [204], ...given }: Given = {}) {
  const services = inMemoryServices(1, {});
  const platform = inProcessPlatform(services, { plan: () => undefined });
  const world = aWorld({}, services.dynamo, kmsSealer(services.kms, 'key'), undefined, services.clock);
  const ordering = await anOrderWorld(given, world);
  const { order, owner } = ordering;
  const receiver = aReceiver({ answers });
  services.receivers.push(receiver);
  const callAny = callsTo(everyGroup(world.context));
  const key = { key: owner.key };

  const eventsOf = async (query = '') =>
    (await callAny('GET', `/webhook_events?workspace_id=${owner.workspaceId}${query}`, key)).body.data;

  return {
    ...{ ...ordering, services, receiver, callAny, eventsOf },
    /** The order as its creation answers it. */
    orderWithWebhook: async (changes: object = {}, headers = {}) =>
      (await order({ webhook_url: receiver.url, ...changes }, owner.key, headers)).body,
    readEvent: async (id: string) => (await callAny('GET', `/webhook_events/${id}`, key)).body,
    redeliver: (id: string) => callAny('POST', `/webhook_events/${id}/redeliver`, key),
    /** Events travel until nothing can be done at this moment. */
    async deliver() {
      while (await platform.turn());
    },
    /** What was due so many milliseconds later, minute by minute. */
    async deliverFor(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 60_000) {
        world.clock.advance(60_000);
        await platform.sweepOnce();
        while (await platform.turn());
      }
    },
  };
}
