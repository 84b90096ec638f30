import type { UserId, WorkspaceId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';

/** How long a handoff code is valid: docs/limits-and-rules.md#retention. */
const VALID_MS = 5 * MINUTE_MS;

/** A user's key on its way to an agent, found by a code. */
export interface Handoff {
  readonly userId: UserId;
  /** A workspace that the user can write to. */
  readonly workspaceId: WorkspaceId;
  /** The user's own key, unreadable without the key service. */
  readonly sealedKey: string;
  readonly expiresAt: Instant;
}

export const expiresAt = (now: Instant): Instant => later(now, VALID_MS);

export const isExpired = (handoff: Handoff, now: Instant): boolean => handoff.expiresAt <= now;
