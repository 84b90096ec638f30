import { createHmac } from 'node:crypto';
import type { DeliveryId } from '#shared/core/ids';
import { bytesOfGeneratedSecret } from './new-secret.ts';

interface Signable {
  /** Newest first; two while a rotation runs. */
  readonly secrets: readonly [newest: string, ...older: string[]];
  /** Unix seconds of the moment of sending: time spent in a queue must not age a signature. */
  readonly timestamp: number;
  readonly type: string;
  readonly id: DeliveryId;
  /** The exact bytes that go out. Another serialisation of the same object would not verify. */
  readonly body: Uint8Array;
}

/** The headers by which a receiver knows that a request is ours, names in lower case. */
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

/** Lower-case hex over `<timestamp>.<body>`, keyed with the secret as it is written, its prefix included. */
export const timestampedDigest = (secret: string, timestamp: number, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Standard Webhooks keys with the decoded bytes, so only a secret that decodes to 32 of them can have these. */
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
