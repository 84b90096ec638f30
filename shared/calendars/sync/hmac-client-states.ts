import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MakeClientState, VerifyClientState } from '#shared/calendars/sync/ports';
import { idOf } from '#shared/foundation/core/ids';

/** Where the key is (`deploymentKey`). */
export const CLIENT_STATE_KEY = { row: 'CLIENT_STATE_KEY', resource: 'client-state-key' } as const;

const NONCE_BYTES = 16;

/** The connection and 128 random bits, and the HMAC-SHA-256 of both under a key of the deployment. */
const STATE = /^((cal_[0-9a-z]{26})\.[\w-]{22})\.([\w-]{43})$/;

interface Making {
  readonly key: () => Promise<Uint8Array>;
  readonly randomBytes: (size: number) => Uint8Array;
}

export const makeClientState =
  ({ key, randomBytes }: Making): MakeClientState =>
  async (calendarId) => {
    const signed = `${calendarId}.${Buffer.from(randomBytes(NONCE_BYTES)).toString('base64url')}`;
    return `${signed}.${macOf(await key(), signed).toString('base64url')}`;
  };

/** The key is asked for only for a text of the right form; while there is none, no state is valid. */
export const verifyClientState =
  (key: () => Promise<Uint8Array | undefined>): VerifyClientState =>
  async (state) => {
    const [, signed = '', calendarId, mac = ''] = STATE.exec(state) ?? [];
    const secret = calendarId === undefined ? undefined : await key();
    // 43 characters of base64url are 32 bytes, as many as a MAC has.
    const isOurs = secret !== undefined && timingSafeEqual(macOf(secret, signed), Buffer.from(mac, 'base64url'));
    return isOurs ? idOf('cal', calendarId) : undefined;
  };

const macOf = (key: Uint8Array, signed: string): Buffer => createHmac('sha256', key).update(signed).digest();
