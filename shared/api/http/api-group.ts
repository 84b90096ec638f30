import { underEveryPath } from '#shared/api/http/aliases';
import type { Endpoint } from '#shared/api/http/endpoint';
import { matchRoute, resolveVersion } from '#shared/api/http/middleware/match-route';
import { renderErrors, requestLog, respond } from '#shared/api/http/middleware/respond';
import type { AppContext } from '#shared/api/http/ports';
import { authenticate } from './middleware/authenticate.ts';
import { parseInput } from './middleware/parse-input.ts';
import { pipeline } from './middleware/pipeline.ts';
import { prefetch } from './middleware/prefetch.ts';
import { refuseWrites } from './middleware/refuse-writes.ts';
import { runEndpoint } from './middleware/run-endpoint.ts';

/** One Lambda for one group of endpoints. The array is the life of a request. */
export function apiGroup(context: AppContext, ...endpoints: readonly Endpoint[]) {
  const answer = pipeline(
    [
      requestLog(context),
      respond(context),
      renderErrors(),
      matchRoute(underEveryPath(endpoints)),
      resolveVersion(),
      prefetch(context),
      refuseWrites(context),
      authenticate(context),
      parseInput(context),
    ],
    runEndpoint,
  );
  return (...[event, invocation]: Parameters<typeof answer>) =>
    context.workLimit.measure(() => answer(event, invocation));
}
