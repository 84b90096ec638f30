import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_KINDS } from '#shared/accounts/mail/rules/mail';
import type { Subscription } from '#shared/accounts/mail/suppressions-store';
import { idOf } from '#shared/foundation/core/ids';

/** Where the key is (`deploymentKey`). */
export const UNSUBSCRIBE_KEY = { row: 'UNSUBSCRIBE_KEY', resource: 'unsubscribe-key' } as const;

/** Below the origin of the pages. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The workspace, the kind, the SHA-256 of the address and an HMAC-SHA-256 of the three: 43 characters of base64url each. */
const TOKEN = /^(wks_[0-9a-z]{26})\.([a-z]+)\.([\w-]{43})\.([\w-]{43})$/;

interface Making {
  readonly key: () => Promise<Uint8Array>;
  /** Origin of the pages. */
  readonly appUrl: string;
}

/** The link in a mail. It works as long as the key, and tells no address. */
export const unsubscribeUrl =
  ({ key, appUrl }: Making) =>
  async ({ workspaceId, kind, addressHash }: Subscription): Promise<string> => {
    const signed = `${workspaceId}.${kind}.${addressHash}`;
    return `${appUrl}${UNSUBSCRIBE_PATH}?token=${signed}.${macOf(await key(), signed).toString('base64url')}`;
  };

/** What a token of a link unsubscribes from; undefined for one that is not ours. While there is no key, none is. */
export const readUnsubscribeToken =
  (key: () => Promise<Uint8Array | undefined>) =>
  async (token: string): Promise<Subscription | undefined> => {
    const [, workspace, kindText, addressHash = '', mac = ''] = TOKEN.exec(token) ?? [];
    const workspaceId = idOf('wks', workspace);
    const kind = MAIL_KINDS.find((one) => one === kindText);
    const secret = workspaceId && kind && (await key());
    if (!secret) return undefined;
    const sent = Buffer.from(mac, 'base64url');
    const isOurs = timingSafeEqual(macOf(secret, `${workspaceId}.${kind}.${addressHash}`), sent);
    return isOurs ? { workspaceId, kind, addressHash } : undefined;
  };

const macOf = (key: Uint8Array, signed: string): Buffer => createHmac('sha256', key).update(signed).digest();
