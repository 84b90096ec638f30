import { timingSafeEqual } from 'node:crypto';
import { timestampedDigest } from './signature.ts';

/** "Reject a `t` older than five minutes": and one as far ahead, which no honest clock makes. */
const TOLERANCE_SECONDS = 300;

interface Received {
  readonly secret: string;
  /** The value of `X-Service-Signature`, as received. */
  readonly signature: string | undefined;
  /** The body before any parsing. */
  readonly body: Uint8Array;
  /** Unix seconds by the receiver's clock. */
  readonly now: number;
}

export type SignatureVerdict = 'genuine' | 'malformed' | 'outside_tolerance' | 'not_ours';

/** What a receiver should ask of every request before it parses the body. */
export function verifySignature({ secret, signature, body, now }: Received): SignatureVerdict {
  const parts = partsOf(signature ?? '');
  if (!parts) return 'malformed';
  const expected = Buffer.from(timestampedDigest(secret, parts.timestamp, body));
  // Every entry is compared, so that the time taken does not tell which one was right.
  const matches = parts.digests.map((digest) => timingSafeEqual(Buffer.from(digest), expected));
  if (!matches.includes(true)) return 'not_ours';
  return Math.abs(now - parts.timestamp) > TOLERANCE_SECONDS ? 'outside_tolerance' : 'genuine';
}

const TIMESTAMP = /^t=(\d{1,12})$/;
const DIGEST = /^v1=([0-9a-f]{64})$/;

/** Entries of kinds we do not know are passed over: a later scheme may stand beside `v1`. */
function partsOf(signature: string): { readonly timestamp: number; readonly digests: readonly string[] } | undefined {
  const entries = signature.split(',', 20).map((entry) => entry.trim());
  const timestamps = entries.flatMap((entry) => TIMESTAMP.exec(entry)?.[1] ?? []);
  const digests = entries.flatMap((entry) => DIGEST.exec(entry)?.[1] ?? []);
  const [timestamp, another] = timestamps;
  if (timestamp === undefined || another !== undefined || digests.length === 0) return undefined;
  return { timestamp: Number(timestamp), digests };
}
