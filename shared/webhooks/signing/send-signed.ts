import type { WebhookOutcome, WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { type Sendable, signedRequest } from './signed-request.ts';

/** Signs and sends, for a delivery and for a test alike; no secret that an answer repeats is kept. */
export async function sendSigned(sender: WebhookSender, sendable: Sendable): Promise<WebhookOutcome> {
  const { responseHeaders, responseBody, ...outcome } = await sender.send(signedRequest(sendable));
  const cleaned = (text: string) => withoutSecrets(text, sendable.secrets);
  return {
    ...outcome,
    responseHeaders: Object.fromEntries(Object.entries(responseHeaders).map(([name, value]) => [name, cleaned(value)])),
    responseBody: responseBody && cleaned(responseBody),
  };
}

const REMOVED = '[secret removed]';
/** Of a secret that the end of a text cuts off; fewer characters tell nothing. */
const SHORTEST_BEGINNING = 6;

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((cleaned, secret) => withoutBeginning(cleaned.replaceAll(secret, REMOVED), secret), text);

function withoutBeginning(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST_BEGINNING; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}
