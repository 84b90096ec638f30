import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IsLiveTicket, MakeLiveTicket } from '#shared/meetings/live-transcripts/ports';

/** Where the key is (`deploymentKey`). */
export const LIVE_TICKET_KEY = { row: 'LIVE_TICKET_KEY', resource: 'live-ticket-key' } as const;

const PREFIX = 'live_';

/** Of the random part, and of its HMAC-SHA-256, which is cut to as many. */
const BYTES = 16;

interface Making {
  readonly key: () => Promise<Uint8Array>;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** 128 random bits, and the first 128 bits of their HMAC under a key of the deployment. */
export const makeLiveTicket =
  ({ key, randomBytes }: Making): MakeLiveTicket =>
  async () => {
    const random = randomBytes(BYTES);
    return textOf(Buffer.concat([random, macOf(await key(), random)]));
  };

/** The key is asked for only for a text of the right form; while there is none, no ticket was issued. */
export const isLiveTicket =
  (key: () => Promise<Uint8Array | undefined>): IsLiveTicket =>
  async (text) => {
    const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
    // The last character has two bits more than the bytes have: each ticket has one text.
    if (bytes.length !== 2 * BYTES || text !== textOf(bytes)) return false;
    const secret = await key();
    const random = bytes.subarray(0, BYTES);
    return secret !== undefined && timingSafeEqual(macOf(secret, random), bytes.subarray(BYTES));
  };

const textOf = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64url')}`;

const macOf = (key: Uint8Array, random: Uint8Array): Buffer =>
  createHmac('sha256', key).update(random).digest().subarray(0, BYTES);
