import type { ApiKeys } from '#shared/accounts/identity/ports';
import type { StoredKey } from '#shared/accounts/identity/store';
import type { UserId } from '#shared/foundation/core/ids';
import type { SealContext, Sealer } from '#shared/foundation/core/secrets';

/** The context that a user's key is sealed with. Only the exchange of handoff codes may open it. */
export const keySealContext = (user: UserId): SealContext => ({ user, resource: 'handoff' });

interface NewKey {
  /** Returned to the caller only. */
  readonly apiKey: string;
  readonly stored: StoredKey;
}

/** Makes a key, with its digest and its sealed copy. Throws as `Sealer.seal` does. */
export async function newKey(
  { apiKeys, sealer }: { readonly apiKeys: ApiKeys; readonly sealer: Pick<Sealer, 'seal'> },
  userId: UserId,
): Promise<NewKey> {
  const { key: apiKey, digest } = apiKeys.make(userId);
  return { apiKey, stored: { digest, sealed: await sealer.seal(apiKey, keySealContext(userId)) } };
}
