import type { UserId, WorkspaceId } from '#shared/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/core/time';

/** How long a handoff code is valid: docs/limits-and-rules.md#retention. */
const VALID_MS = 5 * MINUTE_MS;

/** What a person left for the agent that they hand a code to. */
export interface Handoff {
  readonly userId: UserId;
  /** One that the user can write to. */
  readonly workspaceId: WorkspaceId;
  /** The user's own key, unreadable without the key service. */
  readonly sealedKey: string;
  readonly expiresAt: Instant;
}

export const handoffEndsAt = (now: Instant): Instant => later(now, VALID_MS);

export const isOver = ({ expiresAt }: Handoff, now: Instant): boolean => expiresAt <= now;
