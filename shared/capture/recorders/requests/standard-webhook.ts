import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { HintRequest } from '#shared/meetings/recorders/ports';

/** How old or how far ahead a signed time may be, as in the libraries of Svix and Standard Webhooks. */
const TOLERANCE_MS = 5 * MINUTE_MS;
/** During a rotation a sender signs with two secrets. A longer header is not examined to its end. */
const MOST_SIGNATURES = 10;
const DIGEST_BYTES = 32;

/** The names of the headers: Standard Webhooks, and the older ones of Svix. */
const PREFIXES = ['webhook', 'svix'] as const;

interface SignedParts {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
}

/** Whether a request has the three headers of the scheme, valid or not. */
export const isSigned = (headers: HintRequest['headers']): boolean => signedParts(headers) !== undefined;

/**
 * Whether the signature of a webhook is valid: `v1,` and the Base64 of HMAC-SHA-256 over `id.timestamp.body`, under the
 * Base64 part of a `whsec_` secret (https://www.standardwebhooks.com, which Svix follows). The header may hold several
 * signatures; one is enough. A signed time more than five minutes away is refused.
 */
export function hasValidSignature(
  secret: string,
  { headers, rawBody, now }: Pick<HintRequest, 'headers' | 'rawBody' | 'now'>,
): boolean {
  const parts = signedParts(headers);
  if (!parts || !isRecent(parts.timestamp, now)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${parts.id}.${parts.timestamp}.${rawBody}`).digest();
  return digestsIn(parts.signatures).some((one) => timingSafeEqual(one, digest));
}

function signedParts(headers: HintRequest['headers']): SignedParts | undefined {
  for (const prefix of PREFIXES) {
    const id = headers[`${prefix}-id`];
    const timestamp = headers[`${prefix}-timestamp`];
    const signatures = headers[`${prefix}-signature`];
    if (id !== undefined && timestamp !== undefined && signatures !== undefined) return { id, timestamp, signatures };
  }
  return undefined;
}

const isRecent = (timestamp: string, now: Instant): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * SECOND_MS - now) <= TOLERANCE_MS;

const digestsIn = (signatures: string): readonly Buffer[] =>
  signatures
    .split(' ', MOST_SIGNATURES)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .filter((digest) => digest.length === DIGEST_BYTES);
