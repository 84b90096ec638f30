import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { HintRequest, RecorderHint } from '#shared/meetings/recorders/ports';
import { VexaHook } from './vexa-schemas.ts';

/** How far from now a signed time may be. Each retry is signed anew. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * The bot that a webhook of Vexa is about. Where a webhook secret is configured, the signature has to be right; where it
 * is not, the address with its token is the only proof.
 */
export function readVexaHint(secret: string | null, request: HintRequest): RecorderHint | 'forged' {
  const isGenuine = secret === null ? request.hasToken : isSigned(secret, request);
  if (!isGenuine) return 'forged';
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), VexaHook), request.rawBody);
  const meeting = parsed.success ? parsed.output.data?.meeting : undefined;
  const externalId = meeting?.id?.toString() ?? meeting?.connection_id;
  return externalId ? { externalId } : {};
}

/** `X-Webhook-Signature: sha256=<hex>` over `timestamp.body`. The header `Authorization` holds the secret and is not read. */
function isSigned(secret: string, { headers, rawBody, now }: HintRequest): boolean {
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-webhook-signature'] ?? '') ?? [];
  if (hex === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) * SECOND_MS - now) > TOLERANCE_MS) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest();
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected);
}
