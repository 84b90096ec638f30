import { keySealContext } from '#shared/accounts/identity/commands/new-key';
import { userKey } from '#shared/accounts/identity/credentials-store';
import type { KeyContext } from '#shared/accounts/identity/ports';
import { keepSealedCopy } from '#shared/accounts/identity/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';

type Needs = Pick<CommandContext, 'table'> & KeyContext;

/**
 * Keeps a sealed copy of a key that was created before copies were kept. False, and nothing is written, for a text that
 * is not the user's current key.
 */
export const keepCopyOfKey =
  ({ table, apiKeys, sealer }: Needs) =>
  async (userId: UserId, apiKey: string): Promise<boolean> => {
    const claim = apiKeys.read(apiKey);
    const stored = await userKey(table, userId);
    if (!claim || !stored || claim.userId !== userId || !apiKeys.sameDigest(claim.digest, stored.digest)) return false;
    const sealed = await sealer.seal(apiKey, keySealContext(userId));
    return keepSealedCopy(table, userId, { digest: stored.digest, sealed });
  };
