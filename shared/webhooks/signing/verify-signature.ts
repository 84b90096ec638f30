import { timingSafeEqual } from 'node:crypto';
import { timestampedDigest } from './signature.ts';

/** The largest age of a signature, and the largest distance into the future. */
const TOLERANCE_SECONDS = 300;

interface Received {
  readonly secret: string;
  /** The value of `X-Service-Signature`. */
  readonly signature: string | undefined;
  /** The body before any parsing. */
  readonly body: Uint8Array;
  /** Unix seconds by the receiver's clock. */
  readonly now: number;
}

export type SignatureVerdict = 'genuine' | 'malformed' | 'outside_tolerance' | 'not_ours';

/** The check that a receiver makes on every request before it parses the body. */
export function verifySignature({ secret, signature, body, now }: Received): SignatureVerdict {
  const parts = partsOf(signature ?? '');
  if (!parts) return 'malformed';
  const expected = Buffer.from(timestampedDigest(secret, parts.timestamp, body));
  // Every entry is compared, so that the time does not reveal which one matched.
  const matches = parts.digests.map((digest) => timingSafeEqual(Buffer.from(digest), expected));
  if (!matches.includes(true)) return 'not_ours';
  return Math.abs(now - parts.timestamp) > TOLERANCE_SECONDS ? 'outside_tolerance' : 'genuine';
}

const TIMESTAMP = /^t=(\d{1,12})$/;
const DIGEST = /^v1=([0-9a-f]{64})$/;

/** Entries of unknown schemes are skipped: a later scheme may be sent beside `v1`. */
function partsOf(signature: string): { readonly timestamp: number; readonly digests: readonly string[] } | undefined {
  const entries = signature.split(',', 20).map((entry) => entry.trim());
  const timestamps = entries.flatMap((entry) => TIMESTAMP.exec(entry)?.[1] ?? []);
  const digests = entries.flatMap((entry) => DIGEST.exec(entry)?.[1] ?? []);
  const [timestamp, another] = timestamps;
  if (timestamp === undefined || another !== undefined || digests.length === 0) return undefined;
  return { timestamp: Number(timestamp), digests };
}
