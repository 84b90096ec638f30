import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileId } from '#shared/foundation/core/ids';
import type { FileLinks, SignedLink } from '#shared/foundation/files/ports';
import { LINK_LIFE_MS } from '#shared/foundation/files/rules/stored-file';

/** The signing keys by their names. Links are signed with the current key and verified with any of them. */
export interface LinkKeys {
  readonly current: string;
  readonly byName: Readonly<Record<string, Uint8Array>>;
}

interface Needs {
  readonly keys: () => Promise<LinkKeys>;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Public base URL of the API. */
  readonly baseUrl: string;
}

/** `<name of the key>.<nonce>.<HMAC-SHA-256>`, the last two in base64url. */
const SIGNATURE = /^([\w-]{1,20})\.([\w-]{12})\.([\w-]{43})$/;

/** Signed links to files. Presigned links of S3 are valid for seven days at most and end with the role that signed them. */
export function hmacFileLinks({ keys, randomBytes, baseUrl }: Needs): FileLinks {
  return {
    async to(file, now) {
      const { current, byName } = await keys();
      const expires = String(Math.floor((now + LINK_LIFE_MS) / 1000));
      const nonce = Buffer.from(randomBytes(9)).toString('base64url');
      const mac = macOf(byName[current] ?? new Uint8Array(), [file, expires, nonce]).toString('base64url');
      return `${baseUrl}${linkPath(file, { expires, signature: `${current}.${nonce}.${mac}` })}`;
    },

    async holds(file, { expires, signature }, now) {
      const [, name = '', nonce = '', mac = ''] = SIGNATURE.exec(signature) ?? [];
      if (mac === '' || !/^[1-9]\d{0,10}$/.test(expires) || Number(expires) * 1000 <= now) return false;
      const { byName } = await keys();
      const key = Object.hasOwn(byName, name) ? byName[name] : undefined;
      if (!key) return false;
      const sent = Buffer.from(mac, 'base64url');
      // Base64url allows several spellings of one signature; only the canonical one is accepted.
      return sent.toString('base64url') === mac && timingSafeEqual(sent, macOf(key, [file, expires, nonce]));
    },
  };
}

/** A link below the API root, in its one spelling. */
export const linkPath = (file: FileId, { expires, signature }: SignedLink): string =>
  `/files/${file}/content?expires=${expires}&signature=${signature}`;

/** The signed text: the method, the file, the expiry and the nonce. */
const macOf = (key: Uint8Array, [file, expires, nonce]: readonly [string, string, string]): Buffer =>
  createHmac('sha256', key).update(`GET\n${file}\n${expires}\n${nonce}`).digest();
