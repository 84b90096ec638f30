import { requireJsonAccepted, versionAsked } from '#shared/http/request/read-headers';
import { type HttpMiddleware, set } from './exchange.ts';

/** Reads the version header and the formats that the caller accepts; the key's pin decides where no version is asked for. */
export const resolveVersion = (): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { headers } = exchange.incoming;
    exchange.versionAsked = versionAsked(headers['service-version']);
    requireJsonAccepted(headers['accept'], set(exchange.matched).route.contract);
  },
});
