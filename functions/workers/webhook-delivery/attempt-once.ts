import { Unopenable } from '#shared/core/sealer';
import { outboxRows } from '#shared/events/outbox';
import { bodyText, RenderError, renderedText } from '#shared/webhooks/delivery/payload';
import type { AttemptOutcome } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { type Secrets, secretsOf, sendSigned } from '#shared/webhooks/signing/send-signed';
import { type DeliveryContext, requireTimeLeft, type TimeLeft } from './context.ts';

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
export async function attemptOnce(context: DeliveryContext, { delivery, endpoint, timeLeft }: ToSend): Promise<Answer> {
  const { sender, clock } = context;
  const [objectText, secrets] = await Promise.all([keptText(context, delivery), openedSecrets(context, endpoint)]);
  if (objectText === undefined) return notMade(context, delivery, 'snapshot');
  if (secrets === undefined) return notMade(context, delivery, 'secret');
  requireTimeLeft(timeLeft);
  const { id, type, createdAt } = delivery;
  const attemptedAt = clock.now();
  const body = bodyText({ id, type, createdAt, objectText });
  const answer = await sendSigned(sender, { id, type, url: endpoint.url, secrets, bodyText: body, now: attemptedAt });
  return { attemptedAt, ...answer };
}

function notMade({ clock, log }: DeliveryContext, { id, endpointId }: Delivery, fault: 'snapshot' | 'secret'): Answer {
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
async function keptText(
  context: DeliveryContext,
  { outboxId, type, apiVersion }: Delivery,
): Promise<string | undefined> {
  const outbox = outboxRows(context.table);
  const kept = await outbox.text(outboxId, apiVersion);
  if (kept !== undefined) return kept;
  const event = await outbox.read(outboxId, type);
  try {
    return event && (await renderedText(context, event, apiVersion));
  } catch (error) {
    if (error instanceof RenderError) return undefined;
    throw error;
  }
}

async function openedSecrets(
  { sealer, clock }: DeliveryContext,
  endpoint: WebhookEndpoint,
): Promise<Secrets | undefined> {
  try {
    return await secretsOf(sealer, endpoint, clock.now());
  } catch (error) {
    if (error instanceof Unopenable) return undefined;
    throw error;
  }
}
