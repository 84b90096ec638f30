import type { UserId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AppContext } from '#shared/http/ports/app-context';
import { userStore } from '#shared/identity/store';

type KeyContext = Pick<AppContext, 'table' | 'clock' | 'apiKeys'>;

interface NewKey {
  /** Returned only here: its digest is stored. */
  readonly apiKey: string;
}

/** Replaces a user's key at once, everywhere: keys are never cached. The pin stays. */
export const regenerateKey =
  ({ table, clock, apiKeys }: KeyContext) =>
  async (userId: UserId): Promise<NewKey> => {
    const { key, digest } = apiKeys.make(userId);
    if (!(await userStore(table).replaceKey(userId, digest, clock.now()))) throw notFound('user');
    return { apiKey: key };
  };

/**
 * Creates a user's first key, or replaces the key that a page displayed, identified by its creation time. 409 if that is
 * not the current key, so that a form that is submitted twice ends no newer key. The pin of a replaced key stays.
 */
export const replaceDisplayedKey =
  ({ table, clock, apiKeys }: KeyContext) =>
  async (userId: UserId, displayed: Instant | null): Promise<NewKey> => {
    const users = userStore(table);
    const before = await users.key(userId);
    const { key, digest } = apiKeys.make(userId);
    const isCurrent = (before?.createdAt ?? null) === displayed;
    if (!isCurrent || !(await users.changeKey(userId, before, digest, clock.now())))
      throw conflict(
        'Your API key has changed since this page was opened, in another tab or by a double click. Nothing was changed now. If you did not save the new key, create another.',
      );
    return { apiKey: key };
  };
