import type { Endpoint } from '#shared/api/http/endpoint';
import { unknownCaller } from '#shared/api/http/middleware/caller';
import { type Exchange, required } from '#shared/api/http/middleware/exchange';
import { matchRoute, resolveVersion } from '#shared/api/http/middleware/match-route';
import { pipeline } from '#shared/api/http/middleware/pipeline';
import { renderErrors, requestLog, respond } from '#shared/api/http/middleware/respond';
import type { HttpContext } from '#shared/api/http/ports';
import { readNamed } from '#shared/api/http/request/read-request';
import type { Reply } from '#shared/foundation/http/response/reply';

/** One Lambda for a group of endpoints that ask for no key, take no body and need no table. */
export function openGroup(context: HttpContext, ...endpoints: readonly Endpoint[]) {
  if (!endpoints.every(({ contract }) => contract.access === 'open' && contract.body === undefined))
    throw new Error('An endpoint that asks for a key or takes a body is not open.');
  return pipeline(
    [requestLog(context), respond(context), renderErrors(), matchRoute(endpoints), resolveVersion()],
    (exchange) => answer(context, exchange),
  );
}

async function answer(context: HttpContext, { matched, incoming, startedAt, versionAsked }: Exchange): Promise<Reply> {
  const found = required(matched);
  const { options } = found.route;
  const named = readNamed(found, incoming, context, startedAt);
  const request = { ...named, body: undefined, caller: unknownCaller(versionAsked), context: undefined } as never;
  return options.reply(await options.run(request), request);
}

/** Answers every request with this error. */
export const refusing = (context: HttpContext, thrown: unknown) =>
  pipeline([requestLog(context), respond(context), renderErrors()], () => Promise.reject(thrown));
