import type { Endpoint } from '#shared/api/http/endpoint';
import { nameOf } from '#shared/foundation/http/contract';
import { matcher } from '#shared/foundation/http/request/match-operation';
import { requireJsonAccepted, versionAsked } from '#shared/foundation/http/request/read-headers';
import { type HttpMiddleware, required } from './exchange.ts';

/** Finds the endpoint: an unknown path is 404 and a wrong method 405, both before the key is looked at. */
export function matchRoute(endpoints: readonly Endpoint[]): HttpMiddleware {
  const match = matcher(endpoints, ({ contract }) => contract);
  return {
    before({ context: { exchange } }) {
      const matched = match(exchange.incoming.method, exchange.incoming.path);
      exchange.matched = matched;
      exchange.operation = nameOf(matched.route.contract);
      exchange.deprecated = matched.route.contract.deprecated;
    },
  };
}

/** Reads the version header and the formats that the caller accepts; the key's pin decides where no version is asked for. */
export const resolveVersion = (): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { headers } = exchange.incoming;
    exchange.versionAsked = versionAsked(headers['service-version']);
    requireJsonAccepted(headers['accept'], required(exchange.matched).route.contract);
  },
});
