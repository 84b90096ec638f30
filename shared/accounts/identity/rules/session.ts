import type { User } from '#shared/accounts/workspaces/rules/workspace';
import type { UserId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';

/** A person who signed in with one browser. It ends at its hour: nothing that they do prolongs it. */
export interface Session {
  readonly userId: UserId;
  readonly createdAt: Instant;
  readonly endsAt: Instant;
}

/** A working day. */
export const SESSION_MS = 12 * HOUR_MS;

export const newSession = (userId: UserId, now: Instant): Session => ({
  userId,
  createdAt: now,
  endsAt: later(now, SESSION_MS),
});

/** A disabled user has none; those that began before do not return when the user is enabled. */
export const hasSession = ({ disabledAt, sessionsEndedAt }: User, { createdAt }: Pick<Session, 'createdAt'>): boolean =>
  disabledAt === undefined && (sessionsEndedAt === undefined || createdAt > sessionsEndedAt);

export const isOver = ({ endsAt }: { readonly endsAt: Instant }, now: Instant): boolean => now >= endsAt;
