import type { DeliveryId } from '#shared/domain/ids';
import { type Instant, SECOND_MS } from '#shared/domain/time';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { Sealer } from '#shared/ports/sealer';
import type { WebhookRequest } from '#shared/ports/webhook-sender';
import { signatureHeaders } from './signature.ts';

export type Secrets = readonly [newest: string, ...older: string[]];

/** The secrets in force, newest first: two while a rotation runs. Throws when the key service does not answer. */
export async function secretsOf(sealer: Sealer, endpoint: WebhookEndpoint, now: Instant): Promise<Secrets> {
  const context = { workspace: endpoint.workspaceId, resource: endpoint.id };
  const inForce = endpoint.sealedSecrets.filter(({ until }) => until === null || until > now);
  const [newest, ...older] = await Promise.all(inForce.map(({ sealed }) => sealer.open(sealed, context)));
  if (newest === undefined) throw new Error('An endpoint has no secret in force.');
  return [newest, ...older];
}

interface Sendable {
  readonly id: DeliveryId;
  readonly type: string;
  readonly url: string;
  readonly secrets: Secrets;
  readonly bodyText: string;
  /** The moment of sending. */
  readonly now: Instant;
}

/** Signs the very bytes that go out, at the moment they do: time spent in a queue must not age the signature. */
export function signedRequest({ id, type, url, secrets, bodyText, now }: Sendable): WebhookRequest {
  const body = Buffer.from(bodyText);
  const timestamp = Math.floor(now / SECOND_MS);
  return { url, body, headers: signatureHeaders({ id, type, secrets, timestamp, body }) };
}
