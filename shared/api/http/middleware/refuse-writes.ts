import type { AppContext } from '#shared/api/http/ports';
import type { Contract } from '#shared/foundation/http/contract';
import { verifiedKey } from './authenticate.ts';
import { type HttpMiddleware, required } from './exchange.ts';

/**
 * While the deployment is read-only, refuses operations that save, before the key is verified. It comes after `prefetch`,
 * so that the row is read at the same time as what the request needs. The answer is the same whatever the key is; the address
 * of one that is invalid is remembered, so that its next requests cost the read of their key alone in this time as well.
 */
export const refuseWrites = (app: AppContext): HttpMiddleware => ({
  async before({ context: { exchange } }) {
    const { prefetched, matched } = exchange;
    if (!isWrite(required(matched).route.contract)) return;
    try {
      await app.refuseWhileReadOnly();
    } catch (error) {
      if (prefetched) await verifiedKey(app, exchange, prefetched).catch(() => undefined);
      throw error;
    }
  },
});

const isWrite = ({ method, saves }: Contract): boolean => method !== 'GET' || saves === true;
