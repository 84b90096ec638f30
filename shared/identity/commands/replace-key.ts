import type { UserId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AppContext } from '#shared/http/ports';
import { newKey } from '#shared/identity/commands/new-key';
import { changeKey, replaceKey, userKey } from '#shared/identity/store';

type KeyContext = Pick<AppContext, 'table' | 'clock' | 'apiKeys' | 'sealer'>;

interface NewKey {
  /** Returned only here: its digest and a sealed copy are stored. */
  readonly apiKey: string;
}

/** Replaces a user's key at once, everywhere: keys are never cached. The pin stays. */
export const regenerateKey =
  (context: KeyContext) =>
  async (userId: UserId): Promise<NewKey> => {
    const { apiKey, stored } = await newKey(context, userId);
    const { table, clock } = context;
    if (!(await replaceKey(table, userId, stored, clock.now()))) throw notFound('user');
    return { apiKey };
  };

/**
 * Creates a user's first key, or replaces the key that a page displayed, identified by its creation time. 409 if that is
 * not the current key, so that a form that is submitted twice ends no newer key. The pin of a replaced key stays.
 */
export const replaceDisplayedKey =
  (context: KeyContext) =>
  async (userId: UserId, displayed: Instant | null): Promise<NewKey> => {
    const { table, clock } = context;
    const [before, { apiKey, stored }] = await Promise.all([userKey(table, userId), newKey(context, userId)]);
    const isCurrent = (before?.createdAt ?? null) === displayed;
    if (!isCurrent || !(await changeKey(table, userId, before, stored, clock.now())))
      throw conflict(
        'Your API key has changed since this page was opened, in another tab or by a double click. Nothing was changed now. If you did not save the new key, create another.',
      );
    return { apiKey };
  };
