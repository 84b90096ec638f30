import type { WebhookOutcome, WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { type Sendable, signedRequest } from './signed-request.ts';

/** Signs and sends a delivery or a test. Secrets that the response repeats are removed from it. */
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
/** Characters of a secret that is cut off at the end of the text; fewer reveal nothing. */
const SHORTEST_PREFIX = 6;

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((cleaned, secret) => withoutBeginning(cleaned.replaceAll(secret, REMOVED), secret), text);

function withoutBeginning(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST_PREFIX; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}
