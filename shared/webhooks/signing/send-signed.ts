import type { DeliveryId } from '#shared/foundation/core/ids';
import { DecryptionFailed, type Sealer, undefinedIfUndecryptable } from '#shared/foundation/core/secrets';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '#shared/webhooks/delivery/ports';
import type { SealedCredentials } from '#shared/webhooks/delivery/rules/receiver';
import { openCustomHeaders, secretPartsOf } from './custom-headers.ts';
import { signatureHeaders } from './signature.ts';

export type Secrets = readonly [newest: string, ...older: string[]];

/**
 * The valid secrets, newest first: two during a rotation. Throws `DecryptionFailed` if the newest does not decrypt. An older
 * one that does not decrypt is left out, so that an owner repairs a damaged secret by rotating it. Also throws on KMS
 * errors.
 */
export async function secretsOf(
  sealer: Sealer,
  credentials: Omit<SealedCredentials, 'headers'>,
  now: Instant,
): Promise<Secrets> {
  const context = { workspace: credentials.workspaceId, resource: credentials.id };
  const [newest, ...older] = credentials.sealedSecrets.filter(({ until }) => until === null || until > now);
  if (newest === undefined) throw new DecryptionFailed('A receiver has no secret in force.');
  const [first, ...others] = await Promise.all([
    sealer.open(newest.sealed, context),
    ...older.map(({ sealed }) => undefinedIfUndecryptable(sealer.open(sealed, context))),
  ]);
  return [first, ...others.filter((secret) => secret !== undefined)];
}

/** What a request needs beside its payload: `secretsOf` and `openCustomHeaders`, opened together. */
export async function credentialsOf(sealer: Sealer, sealed: SealedCredentials, now: Instant) {
  const [secrets, headers] = await Promise.all([secretsOf(sealer, sealed, now), openCustomHeaders(sealer, sealed)]);
  return { secrets, headers };
}

export interface Sendable {
  readonly id: DeliveryId;
  readonly type: string;
  readonly url: string;
  readonly secrets: Secrets;
  /** That the owner added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** The time of the attempt. */
  readonly now: Instant;
}

/** Signs the exact bytes that are sent, at the time of the attempt: time in a queue must not age the signature. */
export function signedRequest({ id, type, url, secrets, headers, bodyText, now }: Sendable): WebhookRequest {
  const body = Buffer.from(bodyText);
  const timestamp = Math.floor(now / SECOND_MS);
  // Ours come last, so that no header of the owner replaces one.
  return { url, body, headers: { ...headers, ...signatureHeaders({ id, type, secrets, timestamp, body }) } };
}

/** Signs and sends a delivery or a test. Secrets and own headers that the response repeats are removed from it. */
export async function sendSigned(sender: WebhookSender, sendable: Sendable): Promise<WebhookOutcome> {
  const { responseHeaders, responseBody, ...outcome } = await sender.send(signedRequest(sendable));
  const hidden = [...sendable.secrets, ...secretPartsOf(sendable.headers)];
  const cleaned = (text: string) => withoutSecrets(text, hidden);
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
