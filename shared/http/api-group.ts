import middy from '@middy/core';
import { underEveryPath } from '#shared/http/aliases';
import type { Endpoint } from '#shared/http/endpoint';
import { matchRoute, resolveVersion } from '#shared/http/middleware/match-route';
import { renderErrors, requestLog, respond } from '#shared/http/middleware/respond';
import type { AppContext, HttpContext } from '#shared/http/ports';
import { authenticate } from './middleware/authenticate.ts';
import type { Event, HttpMiddleware, Invocation, Result } from './middleware/exchange.ts';
import { parseInput } from './middleware/parse-input.ts';
import { prefetch } from './middleware/prefetch.ts';
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
