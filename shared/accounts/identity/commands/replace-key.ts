import { saveAudited, writeAudited } from '#shared/accounts/identity/commands/audit-user';
import { newKey } from '#shared/accounts/identity/commands/new-key';
import { readUser, storedKey, userKey } from '#shared/accounts/identity/credentials-store';
import type { KeyContext } from '#shared/accounts/identity/ports';
import { keyIdOf } from '#shared/accounts/identity/rules/credential';
import { changeKey, dropKey, movePin, replaceKey } from '#shared/accounts/identity/store';
import { byOperator, type UserAuditSource } from '#shared/foundation/audit-events/rules/audit-event';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';

type OperatorContext = Pick<CommandContext, 'table' | 'clock' | 'ids' | 'changes' | 'operator'>;

type Replacing = OperatorContext & KeyContext;

interface NewKey {
  /** Returned only here: its digest and a sealed copy are stored. */
  readonly apiKey: string;
}

/** The key that another one took the place of, or that was revoked. */
interface FormerKey {
  /** As log lines name it; undefined where there was none. */
  readonly formerKeyId: string | undefined;
  readonly isDisabled: boolean;
}

/**
 * Replaces a user's key at once, everywhere, for the operator: keys are never cached. The pin stays, and a disabled user
 * stays disabled. A user without a key gets the first one. 404 for an unknown user.
 */
export const regenerateKey =
  (context: Replacing) =>
  async (userId: UserId): Promise<NewKey & FormerKey> => {
    const { table, clock } = context;
    const [user, before] = await Promise.all([readUser(table, userId), storedKey(table, userId)]);
    if (!user) throw notFound('user');
    const { apiKey, stored } = await newKey(context, userId);
    const at = clock.now();
    const action = before ? 'api_key.replaced' : 'api_key.created';
    await saveAudited(context, [replaceKey(userId, stored, at)], {
      ...{ ...byOperator(context), userId, action, targetId: userId, at },
    });
    return { apiKey, formerKeyId: before && keyIdOf(before.key.digest), isDisabled: user.disabledAt !== undefined };
  };

/**
 * Ends a user's key at once, with its pin, for the operator, also while the user is disabled: enabling them does not
 * bring it back. 404 for an unknown user and for one without a key, 409 where the key was replaced at the same moment.
 */
export const revokeUserKey =
  (context: OperatorContext) =>
  async (userId: UserId): Promise<FormerKey> => {
    const { table, clock } = context;
    const [user, before] = await Promise.all([readUser(table, userId), storedKey(table, userId)]);
    if (!user) throw notFound('user');
    if (!before) throw notFound('key of this user');
    const { key, isDisabled } = before;
    const audit = {
      ...byOperator(context),
      userId,
      action: 'api_key.revoked',
      targetId: userId,
      at: clock.now(),
    } as const;
    if (!(await writeAudited(context, dropKey(userId, key.digest, isDisabled), audit)))
      throw conflict(
        'The key was replaced at the same moment, or the user disabled or enabled. Nothing was revoked; revoke it again.',
      );
    return { formerKeyId: keyIdOf(key.digest), isDisabled };
  };

/**
 * Creates a user's first key, or replaces the key that a page displayed, identified by its creation time. 409 if that is
 * not the current key, so that a form that is submitted twice ends no newer key. The pin of a replaced key stays.
 */
export const replaceDisplayedKey =
  (context: Replacing) =>
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

/** Moves the API version of a user's key, for the operator, also while they are disabled. False for a user without a key. */
export const moveKeyVersion =
  (context: OperatorContext) =>
  (userId: UserId, version: string): Promise<boolean> => {
    const target = { userId, action: 'api_key.updated', targetId: userId } as const;
    const at = context.clock.now();
    return writeAudited(context, movePin(userId, version), { ...byOperator(context), ...target, at });
  };
