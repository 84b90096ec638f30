import type { Clock } from '#shared/core/clock';
import type { UserId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { UserStore } from '#shared/events/ports/stores';
import type { ApiKeys } from '#shared/identity/ports/api-keys';

interface Needs {
  readonly users: UserStore;
  readonly apiKeys: ApiKeys;
  readonly clock: Clock;
}

/**
 * Gives a user a key, which comes back this once: their first, or one in the place of the key that they were shown as
 * made at `seen`. Refused where that is not the key there is, so that a form which is sent again ends nothing. The pin
 * of a key in whose place another comes stays.
 */
export const makeKey =
  ({ users, apiKeys, clock }: Needs) =>
  async (userId: UserId, seen: Instant | null): Promise<{ readonly apiKey: string }> => {
    const before = await users.key(userId);
    const { key, digest } = apiKeys.make(userId);
    const isAsSeen = (before?.createdAt ?? null) === seen;
    if (!isAsSeen || !(await users.changeKey(userId, before, digest, clock.now())))
      throw conflict(
        'Your API key has changed since this page was opened, in another tab or by a double click. Nothing was changed now. If you did not save the new key, create another.',
      );
    return { apiKey: key };
  };
