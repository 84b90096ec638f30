import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';

/** 128 bits: a cursor is worth no more. */
const MARK_BYTES = 16;

/** A position in base64url behind a mark of it and of the filters it was made for. */
export function hmacCursorSeal(key: () => Promise<Uint8Array>): CursorSeal {
  const markOf = async (position: string, context: string): Promise<Buffer> =>
    createHmac('sha256', await key())
      .update(`${context}\n${position}`)
      .digest()
      .subarray(0, MARK_BYTES);
  return {
    async close(position, context) {
      return Buffer.concat([await markOf(position, context), Buffer.from(position)]).toString('base64url');
    },
    async open(cursor, context) {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= MARK_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const position = bytes.subarray(MARK_BYTES).toString('utf8');
      const genuine = timingSafeEqual(bytes.subarray(0, MARK_BYTES), await markOf(position, context));
      return genuine ? position : undefined;
    },
  };
}
