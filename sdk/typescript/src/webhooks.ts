import { createHmac, timingSafeEqual } from 'node:crypto';
import { types } from 'node:util';
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
  rawBody: Uint8Array | ArrayBuffer | string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): WebhookEvent {
  const body = bytesOf(rawBody);
  const header = headerIn(headers, 'x-service-signature');
  if (header === undefined) throw new WebhookVerificationError('The header X-Service-Signature is missing.');
  const time = /(?:^|,)t=(\d+)(?=,|$)/.exec(header)?.[1];
  if (time === undefined) throw new WebhookVerificationError('The header X-Service-Signature has no time.');
  if (Math.abs(now - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(`The signature is more than ${toleranceSeconds} seconds from now.`);
  const sent = [...header.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
  const known = [secrets].flat().map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest());
  if (!sent.some((one) => known.some((expected) => timingSafeEqual(one, expected))))
    throw new WebhookVerificationError(
      'No signature is by one of the secrets: another secret, or not the raw body as it was received.',
    );
  return eventIn(body, headerIn(headers, 'x-service-event'));
}

/** A caller without types may give what a framework parsed, which has lost the bytes that are signed. */
function bytesOf(rawBody: unknown): Buffer {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (types.isUint8Array(rawBody)) return Buffer.from(rawBody);
  if (types.isArrayBuffer(rawBody)) return Buffer.from(rawBody);
  const given = rawBody === undefined || rawBody === null ? `${rawBody}` : 'a parsed body';
  throw new WebhookVerificationError(
    `The signature is that of the raw body, and ${given} was given. Give the bytes or the text as received, before any parser: with Express, express.raw({ type: 'application/json' }).`,
  );
}

function eventIn(body: Buffer, type: string | undefined): WebhookEvent {
  const event = JSON.parse(body.toString('utf8'));
  if (event.type !== type) throw new WebhookVerificationError('The header X-Service-Event is of another event.');
  return event;
}

function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'object' ? value[0] : value;
}
