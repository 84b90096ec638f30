import { notFound } from '#shared/core/refusal';
import { operation } from '#shared/http/operation';
import { found, type Places, permittedToSee } from '#shared/http/places';
import { answerAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import { getWebhookEventContract } from '#shared/webhooks/delivery/contract';
import { type DetailNeeds, detailsOf } from '#shared/webhooks/delivery/event-details';
import { presentAttempt, presentWebhookEvent } from '#shared/webhooks/delivery/present';
import { keptSince } from './kept-since.ts';

interface Needs extends DetailNeeds {
  readonly places: Places;
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

/** Put in as text: parsed and written again, it would be another text, and the caller's version would reshape it. */
function withData(record: unknown, objectText: string | undefined): string {
  const data = objectText === undefined ? 'null' : `{"object":${objectText}}`;
  return `${JSON.stringify(record).slice(0, -1)},"data":${data}}`;
}
