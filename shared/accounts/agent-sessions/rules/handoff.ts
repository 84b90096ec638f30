import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** How long a handoff code is valid: docs/limits-and-rules.md#retention. */
const VALID_MS = 5 * MINUTE_MS;

/** What a code stands for: the key that a user had when it was created. */
export interface Handoff {
  readonly userId: UserId;
  /** A workspace that the user can write to. */
  readonly workspaceId: WorkspaceId;
  /** Digest of the key: a code does not stand for a later one. */
  readonly keyDigest: string;
  readonly expiresAt: Instant;
}

export const expiresAt = (now: Instant): Instant => later(now, VALID_MS);

export const isExpired = (handoff: Handoff, now: Instant): boolean => handoff.expiresAt <= now;
