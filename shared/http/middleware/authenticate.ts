import type { UserId } from '#shared/core/ids';
import type { Caller } from '#shared/http/endpoint';
import type { AppContext } from '#shared/http/ports';
import { pinKey, userKey } from '#shared/identity/store';
import { keeps } from '#shared/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/versions/releases';
import { type HttpMiddleware, required } from './exchange.ts';
import { invalidKey } from './prefetch.ts';

/**
 * Verifies the key, and settles the version: the header's, else the key's pin. A key's first call pins it to the newest;
 * this write goes past the request's table, which would forget what was prefetched. Open groups have no `app`.
 */
export const authenticate = (app?: AppContext): HttpMiddleware => ({
  async before({ context: { exchange } }) {
    const { versionAsked, prefetched } = exchange;
    if (!prefetched) {
      exchange.caller = callerAt('' as UserId, versionAsked ?? BASE_VERSION);
      return;
    }
    const { userId, digest } = prefetched.claim;
    const { table, apiKeys } = required(exchange.context);
    const key = await userKey(table, userId);
    if (!key || !apiKeys.sameDigest(digest, key.digest)) throw invalidKey('invalid_api_key', 'Invalid API key.');
    prefetched.admitReads();
    exchange.userId = userId;
    exchange.version = versionAsked ?? key.pin ?? NEWEST_VERSION;
    exchange.caller = callerAt(userId, exchange.version);
    if (key.pin === null) await pinKey(required(app).table, userId, NEWEST_VERSION);
  },
});

const callerAt = (userId: UserId, version: string): Caller => ({
  userId,
  version,
  keeps: (behaviour) => keeps(version, releases, behaviour),
});
