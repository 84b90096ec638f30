import type { AttemptOutcome } from '#shared/domain/webhooks/attempt';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import { bodyText } from '#shared/webhooks/envelope';
import { RenderError, renderedText } from '#shared/webhooks/rendered-text';
import { secretsOf, signedRequest } from '#shared/webhooks/signed-request';
import type { DeliveryNeeds, TimeLeft } from './needs.ts';
import { demandTime } from './time-left.ts';

interface ToSend {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly timeLeft: TimeLeft;
}

type Answer = Omit<AttemptOutcome, 'trigger'>;

/** One request, signed as it leaves. Throws only for trouble of our own, and then nothing was sent. */
export async function attemptOnce(needs: DeliveryNeeds, { delivery, endpoint, timeLeft }: ToSend): Promise<Answer> {
  const { sealer, sender, clock, log } = needs;
  const [objectText, secrets] = await Promise.all([
    keptText(needs, delivery),
    secretsOf(sealer, endpoint, clock.now()),
  ]);
  if (objectText === undefined) {
    log({ worker: 'webhook-delivery', deliveryId: delivery.id, error: 'render_error' }, 'ERROR');
    return { attemptedAt: clock.now(), ...notRendered };
  }
  demandTime(timeLeft);
  const { id, type, createdAt } = delivery;
  const attemptedAt = clock.now();
  const body = bodyText({ id, type, createdAt, objectText });
  const answer = await sender.send(
    signedRequest({ id, type, url: endpoint.url, secrets, bodyText: body, now: attemptedAt }),
  );
  return { attemptedAt, ...answer };
}

const notRendered = {
  durationMs: 0,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  error: 'render_error',
} as const;

/** What fan-out kept; where it could not, a newer deployment may be able to. */
async function keptText(needs: DeliveryNeeds, { outboxId, type, apiVersion }: Delivery): Promise<string | undefined> {
  const { outbox } = needs;
  const kept = await outbox.text(outboxId, apiVersion);
  if (kept !== undefined) return kept;
  const event = await outbox.read(outboxId, type);
  try {
    return event && (await renderedText(needs, event, apiVersion));
  } catch (error) {
    if (error instanceof RenderError) return undefined;
    throw error;
  }
}
