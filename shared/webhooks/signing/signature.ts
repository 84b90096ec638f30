import { createHmac } from 'node:crypto';
import type { DeliveryId } from '#shared/core/ids';
import { bytesOfGeneratedSecret } from './new-secret.ts';

interface Signable {
  /** Newest first; two during a rotation. */
  readonly secrets: readonly [newest: string, ...older: string[]];
  /** Unix seconds of the attempt: time in a queue must not age the signature. */
  readonly timestamp: number;
  readonly type: string;
  readonly id: DeliveryId;
  /** The exact bytes that are sent. Another serialisation of the same object would not verify. */
  readonly body: Uint8Array;
}

/** The signature headers of a webhook, names in lower case. */
export function signatureHeaders(signable: Signable): Record<string, string> {
  const { secrets, timestamp, type, body } = signable;
  const entries = secrets.map((secret) => `v1=${timestampedDigest(secret, timestamp, body)}`);
  return {
    'x-service-event': type,
    'x-service-signature': [`t=${timestamp}`, ...entries].join(','),
    'x-webhook-signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    ...standardHeaders(signable),
  };
}

/** Lower-case hex HMAC of `<timestamp>.<body>`, keyed with the whole secret, its prefix included. */
export const timestampedDigest = (secret: string, timestamp: number, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Standard Webhooks uses the decoded secret as key, so only a generated secret has these headers. */
function standardHeaders({ secrets, timestamp, id, body }: Signable): Record<string, string> {
  if (!bytesOfGeneratedSecret(secrets[0])) return {};
  const keys = secrets.map(bytesOfGeneratedSecret).filter((key) => key !== undefined);
  const digest = (key: Buffer) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map((key) => `v1,${digest(key)}`).join(' '),
  };
}
