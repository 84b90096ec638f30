import type { Contract } from '#shared/http/contract';
import type { AppContext } from '#shared/http/ports';
import { refuseWhileReadOnly } from '#shared/read-only/refuse-while-read-only';
import { type HttpMiddleware, required } from './exchange.ts';

/**
 * Refuses what saves while the deployment is read-only, whoever asks. It stands behind `prefetch`, whose reads travel
 * meanwhile.
 */
export function refuseWrites(app: AppContext): HttpMiddleware {
  const refuse = refuseWhileReadOnly(app);
  return {
    before({ context: { exchange } }) {
      const { contract } = required(exchange.matched).route;
      return isWrite(contract) ? refuse() : undefined;
    },
  };
}

const isWrite = ({ method, saves }: Contract): boolean => method !== 'GET' || saves === true;
