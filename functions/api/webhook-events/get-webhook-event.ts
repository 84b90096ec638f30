import { getWebhookEventContract } from '#shared/api/contracts/webhook-events';
import { operation } from '#shared/api/operation';
import { found, type Places, permittedToSee } from '#shared/api/places';
import { presentAttempt, presentWebhookEvent } from '#shared/api/resources/webhook-events';
import { notFound } from '#shared/domain/refusal';
import type { Attempt } from '#shared/domain/webhooks/attempt';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import type { DeliveryStore } from '#shared/ports/deliveries';
import type { Outbox } from '#shared/ports/outbox';
import { answerAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import type { Server } from '#shared/versions/version-change';
import { objectTextAt } from '#shared/webhooks/envelope';
import { keptSince } from './kept-since.ts';

interface Needs {
  readonly deliveries: DeliveryStore;
  readonly outbox: Outbox;
  readonly places: Places;
  readonly server: Server;
}

/** GET /webhook_events/{id}: with `data` byte for byte as it was sent. */
export const getWebhookEvent = (needs: Needs) =>
  operation(getWebhookEventContract, {
    ahead: ({ params }) => ({ delivery: needs.deliveries.find(params.id) }),
    async run({ ahead, caller, now }) {
      const reading = ahead.delivery.then((one) => one && detailsOf(needs, one.state));
      reading.catch(() => undefined);
      const { resource, place } = await found(needs.places, caller.userId, ahead.delivery, 'webhook event');
      permittedToSee(place);
      const details = await reading;
      if (!details || resource.state.createdAt <= keptSince(now)) throw notFound('webhook event');
      const record = { ...presentWebhookEvent(resource.state), attempts: details.attempts.map(presentAttempt) };
      return {
        status: 200,
        body: withData(answerAsOf(caller.version, releases, record, needs.server), details.objectText),
        contentType: 'application/json; charset=utf-8',
      };
    },
  });

interface Details {
  readonly attempts: readonly Attempt[];
  /** The resource as the endpoint's version shows it; undefined where it cannot be rendered. */
  readonly objectText: string | undefined;
}

/** What was kept when it was sent; of what never was, what would have been. */
async function detailsOf({ deliveries, outbox, server }: Needs, delivery: Delivery): Promise<Details> {
  const { outboxId, type, apiVersion } = delivery;
  const [attempts, kept, event] = await Promise.all([
    deliveries.attempts(delivery),
    outbox.text(outboxId, apiVersion),
    outbox.read(outboxId, type),
  ]);
  return { attempts, objectText: kept ?? (event && rendered(apiVersion, event.snapshot, server)) };
}

/** A snapshot that cannot be rendered is told of by its attempts, and is no reason to hide them. */
function rendered(pin: string, snapshot: unknown, server: Server): string | undefined {
  try {
    return objectTextAt(pin, snapshot, server);
  } catch {
    return undefined;
  }
}

/** Put in as text: parsed and written again, it would be another text, and the caller's version would reshape it. */
function withData(record: unknown, objectText: string | undefined): string {
  const data = objectText === undefined ? 'null' : `{"object":${objectText}}`;
  return `${JSON.stringify(record).slice(0, -1)},"data":${data}}`;
}
