import middy from '@middy/core';
import type { Reply } from '#shared/foundation/http/response/reply';
import type { Event, Exchange, HttpMiddleware, Invocation, Result } from './exchange.ts';

/** A Lambda handler: the middlewares in their order, then what answers a request that none of them refused. */
export const pipeline = (middlewares: readonly HttpMiddleware[], answer: (exchange: Exchange) => Promise<Reply>) =>
  middlewares
    .reduce((chain, middleware) => chain.use(middleware), middy<Event, Result, Error, Invocation>())
    .handler(async (_event, { exchange }) => {
      exchange.reply = await answer(exchange);
      return {};
    });
