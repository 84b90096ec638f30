import type { Clock } from '#shared/core/clock';
import type { UserId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { UserStore } from '#shared/events/ports/stores';
import type { ApiKeys } from '#shared/identity/ports/api-keys';

interface Needs {
  readonly users: UserStore;
  readonly apiKeys: ApiKeys;
  readonly clock: Clock;
}

/**
 * Gives a user a new key, which comes back this once. The old one ends everywhere with this write, since no reader
 * remembers keys. The pin stays: the integration that takes the new key is the one that had the old.
 */
export const regenerateKey =
  ({ users, apiKeys, clock }: Needs) =>
  async (userId: UserId): Promise<{ readonly apiKey: string }> => {
    const { key, digest } = apiKeys.make(userId);
    if (!(await users.replaceKey(userId, digest, clock.now()))) throw notFound('user');
    return { apiKey: key };
  };
