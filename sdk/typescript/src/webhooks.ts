import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhooks } from './generated/types.gen.js';

/** An event as it is delivered; `type` tells what `data.object` is. */
export type WebhookEvent = Webhooks['body'];

/** The headers of a request, as Node, Fetch and most frameworks have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the signature may be from now; 300 seconds by default. */
  readonly toleranceSeconds?: number;
  /** Unix seconds. */
  readonly now?: number;
}

/** The request is not of the service, was changed, or is too old: answer 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies `X-Service-Signature` and reads the event. `rawBody` is the body as it was received, byte by byte. During a
 * rotation give both secrets. Throws `WebhookVerificationError`.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): WebhookEvent {
  const header = headerIn(headers, 'x-service-signature');
  if (header === undefined) throw new WebhookVerificationError('The header X-Service-Signature is missing.');
  const time = /(?:^|,)t=(\d+)(?=,|$)/.exec(header)?.[1];
  if (time === undefined) throw new WebhookVerificationError('The header X-Service-Signature has no time.');
  if (Math.abs(now - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(`The signature is more than ${toleranceSeconds} seconds from now.`);
  const sent = [...header.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
  const known = [secrets]
    .flat()
    .map((secret) => createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest());
  if (!sent.some((one) => known.some((expected) => timingSafeEqual(one, expected))))
    throw new WebhookVerificationError('No signature is by one of the secrets.');
  return eventIn(rawBody, headerIn(headers, 'x-service-event'));
}

function eventIn(rawBody: Uint8Array | string, type: string | undefined): WebhookEvent {
  const event = JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'));
  if (event.type !== type) throw new WebhookVerificationError('The header X-Service-Event is of another event.');
  return event;
}

function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'object' ? value[0] : value;
}
