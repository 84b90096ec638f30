import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileLinks } from '#shared/files/ports/file-links';
import { LINK_LIFE_MS } from '#shared/files/rules/stored-file';

/** The keys that links are signed with, by their names: a new one signs while the old ones still open. */
export interface LinkKeys {
  readonly current: string;
  readonly byName: Readonly<Record<string, Uint8Array>>;
}

interface Needs {
  readonly keys: () => Promise<LinkKeys>;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Root of the API as callers see it. */
  readonly baseUrl: string;
}

/** `<name of the key>.<what makes it one of its own>.<HMAC-SHA-256>`, each part in base64url. */
const FORM = /^([\w-]{1,20})\.([\w-]{12})\.([\w-]{43})$/;

/** Signed addresses of our own: S3's live seven days at most, and die with the role that signed them. */
export function hmacFileLinks({ keys, randomBytes, baseUrl }: Needs): FileLinks {
  return {
    async to(file, now) {
      const { current, byName } = await keys();
      const expires = String(Math.floor((now + LINK_LIFE_MS) / 1000));
      const own = Buffer.from(randomBytes(9)).toString('base64url');
      const mark = markOf(byName[current] ?? new Uint8Array(), [file, expires, own]).toString('base64url');
      return `${baseUrl}/files/${file}/content?expires=${expires}&signature=${current}.${own}.${mark}`;
    },

    async holds(file, { expires, signature }, now) {
      const [, name = '', own = '', mark = ''] = FORM.exec(signature) ?? [];
      if (mark === '' || !/^[1-9]\d{0,10}$/.test(expires) || Number(expires) * 1000 <= now) return false;
      const { byName } = await keys();
      const key = Object.hasOwn(byName, name) ? byName[name] : undefined;
      if (!key) return false;
      const sent = Buffer.from(mark, 'base64url');
      // Two spellings of one signature would be two addresses of one link.
      return sent.toString('base64url') === mark && timingSafeEqual(sent, markOf(key, [file, expires, own]));
    },
  };
}

/** One file, one method, one end. */
const markOf = (key: Uint8Array, [file, expires, own]: readonly [string, string, string]): Buffer =>
  createHmac('sha256', key).update(`GET\n${file}\n${expires}\n${own}`).digest();
