import { Unopenable } from '#shared/core/sealer';
import { bodyText } from '#shared/webhooks/delivery/envelope';
import { RenderError, renderedText } from '#shared/webhooks/delivery/rendered-text';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { sendSigned } from '#shared/webhooks/signing/send-signed';
import { type Secrets, secretsOf } from '#shared/webhooks/signing/signed-request';
import type { DeliveryNeeds, TimeLeft } from './needs.ts';
import { demandTime } from './time-left.ts';

interface ToSend {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly timeLeft: TimeLeft;
}

type Answer = Omit<AttemptOutcome, 'trigger'>;

/**
 * One request, signed as it leaves. What cannot be rendered or signed goes nowhere, and is an attempt that failed like
 * any other: it is told, and tried again as the schedule says. Throws for trouble that passes, and then nothing was
 * sent.
 */
export async function attemptOnce(needs: DeliveryNeeds, { delivery, endpoint, timeLeft }: ToSend): Promise<Answer> {
  const { sender, clock } = needs;
  const [objectText, secrets] = await Promise.all([keptText(needs, delivery), openedSecrets(needs, endpoint)]);
  if (objectText === undefined) return notMade(needs, delivery, 'snapshot');
  if (secrets === undefined) return notMade(needs, delivery, 'secret');
  demandTime(timeLeft);
  const { id, type, createdAt } = delivery;
  const attemptedAt = clock.now();
  const body = bodyText({ id, type, createdAt, objectText });
  const answer = await sendSigned(sender, { id, type, url: endpoint.url, secrets, bodyText: body, now: attemptedAt });
  return { attemptedAt, ...answer };
}

function notMade({ clock, log }: DeliveryNeeds, { id, endpointId }: Delivery, fault: 'snapshot' | 'secret'): Answer {
  log({ worker: 'webhook-delivery', deliveryId: id, endpointId, error: 'render_error', fault }, 'ERROR');
  return { attemptedAt: clock.now(), ...notRendered };
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

async function openedSecrets(
  { sealer, clock }: DeliveryNeeds,
  endpoint: WebhookEndpoint,
): Promise<Secrets | undefined> {
  try {
    return await secretsOf(sealer, endpoint, clock.now());
  } catch (error) {
    if (error instanceof Unopenable) return undefined;
    throw error;
  }
}
