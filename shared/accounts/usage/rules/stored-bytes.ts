import type { LimitedWorkspace } from './usage-limits.ts';

/** Of a workspace whose limits do not name it: one of before it existed, and one whose limit was removed. */
export const STORED_BYTES_UNLESS_SET = 5_000_000_000_000;

/** What a workspace stores, and may store, in bytes. */
export interface StoredBytes {
  /** With what is reserved for files that are on their way. */
  readonly used: number;
  readonly limit: number;
}

export const storedBytesLimit = ({ usageLimits = {} }: LimitedWorkspace): number =>
  usageLimits.stored_bytes ?? STORED_BYTES_UNLESS_SET;

export const hasRoomFor = ({ used, limit }: StoredBytes, bytes: number): boolean => used + bytes <= limit;

/** Why a file of so many bytes is not taken, and what helps. */
export const noRoomSentence = ({ used, limit }: StoredBytes, bytes: number): string =>
  limit === 0
    ? 'The limit of the workspace for stored bytes is 0: the operator of the deployment can raise it.'
    : `The workspace stores ${used} of ${limit} bytes, and this takes up to ${bytes} more: delete conversations or recordings, in the trash as well; uploads end after 7 days.`;
