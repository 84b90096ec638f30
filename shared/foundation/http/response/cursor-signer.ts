import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CursorSigner } from '#shared/foundation/http/ports';

/** 128 bits of the HMAC suffice for a cursor. */
const MAC_BYTES = 16;

/** A cursor is the HMAC-SHA-256 of its position and of the filters of the list, followed by the position, in base64url. */
export function hmacCursorSigner(key: () => Promise<Uint8Array>): CursorSigner {
  const macOf = async (position: string, context: string): Promise<Buffer> =>
    createHmac('sha256', await key())
      .update(`${context}\n${position}`)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    async sign(position, context) {
      return Buffer.concat([await macOf(position, context), Buffer.from(position)]).toString('base64url');
    },
    async verify(cursor, context) {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const position = bytes.subarray(MAC_BYTES).toString('utf8');
      const isValid = timingSafeEqual(bytes.subarray(0, MAC_BYTES), await macOf(position, context));
      return isValid ? position : undefined;
    },
  };
}
