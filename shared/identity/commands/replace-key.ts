import { BY_OPERATOR, type UserAuditSource } from '#shared/audit-events/rules/audit-event';
import type { UserId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { AppContext } from '#shared/http/ports';
import { writeAudited } from '#shared/identity/commands/audit-user';
import { newKey } from '#shared/identity/commands/new-key';
import { userKey } from '#shared/identity/credentials-store';
import { changeKey, replaceKey } from '#shared/identity/store';

type KeyContext = Pick<AppContext, 'table' | 'clock' | 'ids' | 'changes' | 'apiKeys' | 'sealer'>;

interface NewKey {
  /** Returned only here: its digest and a sealed copy are stored. */
  readonly apiKey: string;
}

/** Replaces a user's key at once, everywhere, for the operator: keys are never cached. The pin stays. */
export const regenerateKey =
  (context: KeyContext) =>
  async (userId: UserId): Promise<NewKey> => {
    const { apiKey, stored } = await newKey(context, userId);
    const at = context.clock.now();
    const audit = { ...BY_OPERATOR, userId, action: 'api_key.replaced', targetId: userId, at } as const;
    if (!(await writeAudited(context, replaceKey(userId, stored, at), audit))) throw notFound('user');
    return { apiKey };
  };

/**
 * Creates a user's first key, or replaces the key that a page displayed, identified by its creation time. 409 if that is
 * not the current key, so that a form that is submitted twice ends no newer key. The pin of a replaced key stays.
 */
export const replaceDisplayedKey =
  (context: KeyContext) =>
  async (userId: UserId, displayed: Instant | null, source: UserAuditSource): Promise<NewKey> => {
    const { table, clock } = context;
    const at = clock.now();
    const [before, { apiKey, stored }] = await Promise.all([userKey(table, userId), newKey(context, userId)]);
    const isCurrent = (before?.createdAt ?? null) === displayed;
    const action = before ? 'api_key.replaced' : 'api_key.created';
    const write = changeKey(userId, before, stored, at);
    if (!isCurrent || !(await writeAudited(context, write, { ...source, userId, action, targetId: userId, at })))
      throw conflict(
        'Your API key has changed since this page was opened, in another tab or by a double click. Nothing was changed now. If you did not save the new key, create another.',
      );
    return { apiKey };
  };
