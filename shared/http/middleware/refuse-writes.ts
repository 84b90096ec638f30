import type { Contract } from '#shared/http/contract';
import type { AppContext } from '#shared/http/ports';
import { type HttpMiddleware, required } from './exchange.ts';

/**
 * Refuses what saves while the deployment is read-only, whoever asks. It stands behind `prefetch`, whose reads travel
 * meanwhile.
 */
export const refuseWrites = ({ refuseWhileReadOnly }: AppContext): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { contract } = required(exchange.matched).route;
    return isWrite(contract) ? refuseWhileReadOnly() : undefined;
  },
});

const isWrite = ({ method, saves }: Contract): boolean => method !== 'GET' || saves === true;
