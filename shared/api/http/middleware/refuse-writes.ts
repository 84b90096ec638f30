import type { AppContext } from '#shared/api/http/ports';
import type { Contract } from '#shared/foundation/http/contract';
import { type HttpMiddleware, required } from './exchange.ts';

/**
 * While the deployment is read-only, refuses operations that save, before the key is verified. It comes after `prefetch`,
 * so that the row is read at the same time as what the request needs.
 */
export const refuseWrites = ({ refuseWhileReadOnly }: AppContext): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { contract } = required(exchange.matched).route;
    return isWrite(contract) ? refuseWhileReadOnly() : undefined;
  },
});

const isWrite = ({ method, saves }: Contract): boolean => method !== 'GET' || saves === true;
