import type { Event, Invocation, Result } from '#shared/api/http/middleware/exchange';
import { refusing } from '#shared/api/http/open-group';
import type { HttpContext } from '#shared/api/http/ports';
import type { Contract } from '#shared/foundation/http/contract';
import type { EndpointGroups } from '#shared/foundation/http/ports';
import { matcher, plainPath } from '#shared/foundation/http/request/match-operation';

interface Needs {
  readonly edge: HttpContext;
  /** Every endpoint there is. */
  readonly contracts: readonly Contract[];
  readonly groups: EndpointGroups<Event, Result>;
}

const ROOT = '/api/v1';

/**
 * What the gateway has no route for: the path of an endpoint with a slash or `.json` at its end goes to the endpoint's
 * group, whose answer stands as it is; anything else is refused as every group refuses.
 */
export function passOn({ edge, contracts, groups }: Needs) {
  const match = matcher(contracts, (contract) => contract);
  return async (event: Event, context: Invocation): Promise<Result> => {
    try {
      const path = pathBelowRoot(event.rawPath);
      const { route } = match(event.requestContext.http.method, path);
      return await groups.call(route.group, withPath(event, `${ROOT}${plainPath(path)}`));
    } catch (thrown) {
      return refusing(edge, thrown)(event, context);
    }
  };
}

/** Outside the root there is nothing, so that `/meetings` is not `/api/v1/meetings`. */
const pathBelowRoot = (rawPath: string): string => (rawPath.startsWith(`${ROOT}/`) ? rawPath.slice(ROOT.length) : '');

/** The event as the gateway would have sent it for this path. */
function withPath(event: Event, path: string): Event {
  const { requestContext } = event;
  return { ...event, rawPath: path, requestContext: { ...requestContext, http: { ...requestContext.http, path } } };
}
