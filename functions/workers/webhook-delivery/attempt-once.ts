import { Unopenable } from '#shared/core/sealer';
import { bodyText } from '#shared/webhooks/delivery/envelope';
import { RenderError, renderedText } from '#shared/webhooks/delivery/rendered-text';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { sendSigned } from '#shared/webhooks/signing/send-signed';
import { type Secrets, secretsOf } from '#shared/webhooks/signing/signed-request';
import type { DeliveryNeeds, TimeLeft } from './needs.ts';
import { requireTimeLeft } from './time-left.ts';

interface ToSend {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly timeLeft: TimeLeft;
}

type Answer = Omit<AttemptOutcome, 'trigger'>;

/**
 * Makes one request, signed at the moment it is sent. A payload that cannot be rendered or signed is not sent, and
 * counts as a failed attempt (`render_error`) that is retried on the schedule. Throws on transient errors, before
 * anything was sent.
 */
export async function attemptOnce(needs: DeliveryNeeds, { delivery, endpoint, timeLeft }: ToSend): Promise<Answer> {
  const { sender, clock } = needs;
  const [objectText, secrets] = await Promise.all([keptText(needs, delivery), openedSecrets(needs, endpoint)]);
  if (objectText === undefined) return notMade(needs, delivery, 'snapshot');
  if (secrets === undefined) return notMade(needs, delivery, 'secret');
  requireTimeLeft(timeLeft);
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

/** The payload that fan-out stored; rendered now where fan-out could not, since a newer deployment may be able to. */
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
