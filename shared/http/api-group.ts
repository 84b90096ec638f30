import middy from '@middy/core';
import { underEveryPath } from '#shared/http/aliases';
import type { Endpoint } from '#shared/http/endpoint';
import type { AppContext, HttpContext } from '#shared/http/ports/app-context';
import { authenticate } from './middleware/authenticate.ts';
import type { Event, HttpMiddleware, Invocation, Result } from './middleware/exchange.ts';
import { matchRoute } from './middleware/match-route.ts';
import { parseInput } from './middleware/parse-input.ts';
import { prefetch } from './middleware/prefetch.ts';
import { renderErrors } from './middleware/render-errors.ts';
import { requestLog } from './middleware/request-log.ts';
import { resolveVersion } from './middleware/resolve-version.ts';
import { respond } from './middleware/respond.ts';
import { runEndpoint } from './middleware/run-endpoint.ts';

/** One Lambda for one group of endpoints. The array is the life of a request. */
export const apiGroup = (context: AppContext, ...endpoints: readonly Endpoint[]) =>
  pipeline([
    requestLog(context),
    respond(context),
    renderErrors(),
    matchRoute(underEveryPath(endpoints)),
    resolveVersion(),
    prefetch(context),
    authenticate(context),
    parseInput(context),
  ]);

/** The same for endpoints that ask for no key and need no table. */
export function openGroup(context: HttpContext, ...endpoints: readonly Endpoint[]) {
  if (!endpoints.every(({ contract }) => contract.access === 'open'))
    throw new Error('An endpoint that asks for a key is not open.');
  return pipeline([
    requestLog(context),
    respond(context),
    renderErrors(),
    matchRoute(endpoints),
    resolveVersion(),
    authenticate(),
    parseInput(context),
  ]);
}

/** Answers every request with this error. */
export const refusing = (context: HttpContext, thrown: unknown) =>
  pipeline([
    requestLog(context),
    respond(context),
    renderErrors(),
    {
      before() {
        throw thrown;
      },
    },
  ]);

const pipeline = (middlewares: readonly HttpMiddleware[]) =>
  middlewares
    .reduce((chain, middleware) => chain.use(middleware), middy<Event, Result, Error, Invocation>())
    .handler(async (_event, { exchange }) => {
      exchange.reply = await runEndpoint(exchange);
      return {};
    });
