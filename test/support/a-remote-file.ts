import { createHash } from 'node:crypto';
import type { RemoteFile } from '#shared/foundation/files/ports';
import type { ByteRange } from '#shared/foundation/files/rules/open-media';

/** What goes wrong with one opening of a source. */
export type Mishap =
  | 'refused' // the link is dead, or the source answers 503
  | { readonly brokenAfter: number } // the connection is reset
  | { readonly endedAfter: number }; // the stream ends early without an error

interface Behaviour {
  readonly bytes: Uint8Array;
  readonly takesRanges?: boolean;
  readonly saysSize?: boolean;
  readonly hasDigest?: boolean;
  readonly etag?: string | null;
  /** Of the first opening, the second and so on; undefined for one that goes well. */
  readonly mishaps?: readonly (Mishap | undefined)[];
  /** Bytes of each piece of a stream. */
  readonly piece?: number;
  /** Called before each piece. */
  readonly beforePiece?: () => void;
}

/** A source as HTTP servers are: with ranges and `If-Range`, or without. It may be changed while it is read. */
export function aRemoteFile(given: Behaviour) {
  let { bytes, etag = null } = given;
  const { takesRanges = true, saysSize = true, hasDigest = false, piece = 3, mishaps = [] } = given;
  const opened: ByteRange[] = [];
  const source: RemoteFile = {
    async open(range) {
      const mishap = mishaps[opened.push(range) - 1];
      if (mishap === 'refused') throw new Error('403 Forbidden');
      const isRange = takesRanges && (range.etag === null || range.etag === etag);
      const firstByte = isRange ? range.firstByte : 0;
      const part = bytes.subarray(firstByte, isRange ? (range.lastByte ?? bytes.length - 1) + 1 : undefined);
      const digest = { algorithm: 'sha-256', base64: createHash('sha256').update(bytes).digest('base64') } as const;
      return {
        stream: streamOf(part, piece, mishap, given.beforePiece),
        firstByte,
        totalBytes: saysSize ? bytes.length : null,
        etag,
        ...(hasDigest && { digest }),
      };
    },
  };
  return {
    source,
    /** The ranges that were asked for. */
    opened: opened as readonly ByteRange[],
    become(changed: Uint8Array, changedEtag: string | null) {
      bytes = changed;
      etag = changedEtag;
    },
  };
}

function streamOf(
  bytes: Uint8Array,
  piece: number,
  mishap: Mishap | undefined,
  beforePiece: () => void = () => undefined,
) {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      beforePiece();
      const limit = mishap === undefined || mishap === 'refused' ? bytes.length : limitOf(mishap);
      const next = new Uint8Array(bytes.subarray(at, Math.min(at + piece, limit)));
      at += next.length;
      if (next.length > 0) controller.enqueue(next);
      else if (typeof mishap === 'object' && 'brokenAfter' in mishap && at < bytes.length)
        controller.error(new Error('ECONNRESET'));
      else controller.close();
    },
  });
}

const limitOf = (mishap: Exclude<Mishap, 'refused'>): number =>
  'brokenAfter' in mishap ? mishap.brokenAfter : mishap.endedAfter;
