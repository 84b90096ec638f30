import type { ApiKeys } from '#shared/identity/ports/api-keys';
import type { UserKey } from '#shared/workspaces/rules/workspace';

/** Whether a key is the user's stored one: a replaced key and a key of another user are not. */
export function isCurrentKey(apiKeys: ApiKeys, apiKey: string, stored: UserKey | undefined): boolean {
  const claim = apiKeys.read(apiKey);
  if (!claim || !stored) return false;
  return claim.userId === stored.userId && apiKeys.sameDigest(claim.digest, stored.digest);
}
