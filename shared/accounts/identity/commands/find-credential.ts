import { readUser, userKey } from '#shared/accounts/identity/credentials-store';
import { type Credential, keyIdOf } from '#shared/accounts/identity/rules/credential';
import { hasSession, isOver } from '#shared/accounts/identity/rules/session';
import { findSession } from '#shared/accounts/identity/sessions-store';
import type { UserId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** Who opened a channel that outlives its request, when, and with what. */
export interface Opened {
  readonly userId: UserId;
  readonly at: Instant;
  /** Undefined in rows that were written before credentials were kept. */
  readonly credential: Credential | undefined;
}

/**
 * Whether a request with the same credential would still be let in: the user is there and was not disabled since, the
 * key is still the user's key, the session has not ended. Three reads at once.
 */
export async function isStillValid(table: Table, { userId, at, credential }: Opened, now: Instant): Promise<boolean> {
  const [user, isCredentialValid] = await Promise.all([
    readUser(table, userId),
    credential === undefined || isValid(table, userId, credential, now),
  ]);
  return user !== undefined && hasSession(user, { createdAt: at }) && isCredentialValid;
}

async function isValid(table: Table, userId: UserId, credential: Credential, now: Instant): Promise<boolean> {
  if (credential.type === 'key') {
    const key = await userKey(table, userId);
    // Public names of keys, which are in log lines.
    const keyId = key && keyIdOf(key.digest);
    return keyId === credential.keyId;
  }
  const session = await findSession(table, credential.sessionId);
  return session !== undefined && session.userId === userId && !isOver(session, now);
}
