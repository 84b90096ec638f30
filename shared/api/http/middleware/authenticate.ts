import { userKey } from '#shared/accounts/identity/credentials-store';
import { keyIdOf } from '#shared/accounts/identity/rules/credential';
import { pinKey } from '#shared/accounts/identity/store';
import type { AppContext } from '#shared/api/http/ports';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { callerAt, unknownCaller } from './caller.ts';
import { type Exchange, type HttpMiddleware, type Prefetched, required } from './exchange.ts';
import { invalidKey } from './prefetch.ts';

/** The key that the request claims to have. Remembers the address of one that does not, and throws the 401. */
export async function verifiedKey(
  { invalidKeySenders }: AppContext,
  { context, incoming }: Exchange,
  { claim: { userId, digest } }: Prefetched,
) {
  const { table, apiKeys } = required(context);
  const key = await userKey(table, userId);
  if (key && apiKeys.sameDigest(digest, key.digest)) return key;
  invalidKeySenders.add(incoming.address);
  throw invalidKey('invalid_api_key', 'Invalid API key.');
}

/**
 * Verifies the key, refuses a user over the limit of work, and settles the version: the header's, else the key's pin. A
 * key's first call pins it to the newest; this write goes past the request's table, which would forget what was prefetched.
 */
export const authenticate = (app: AppContext): HttpMiddleware => ({
  async before({ context: { exchange } }) {
    const { versionAsked, prefetched } = exchange;
    if (!prefetched) {
      exchange.caller = unknownCaller(versionAsked);
      return;
    }
    const { userId } = prefetched.claim;
    const key = await verifiedKey(app, exchange, prefetched);
    exchange.userId = userId;
    exchange.version = versionAsked ?? key.pin ?? NEWEST_VERSION;
    app.workLimit.admit(userId);
    prefetched.admitReads();
    exchange.caller = callerAt(userId, exchange.version, { type: 'key', keyId: keyIdOf(key.digest) });
    if (key.pin === null) await pinKey(app.table, userId, NEWEST_VERSION);
  },
});
