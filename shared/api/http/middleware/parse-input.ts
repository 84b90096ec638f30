import type { AppContext } from '#shared/api/http/ports';
import { readContent, readNamed, validBody } from '#shared/api/http/request/read-request';
import { refuseWithoutFeature } from '#shared/api/http/request/refuse-without-feature';
import type { Contract } from '#shared/foundation/http/contract';
import { BodyReader, fieldsInside } from '#shared/foundation/http/request/body-reader';
import { type Attempted, attempt, type HttpMiddleware, type Prefetched, required } from './exchange.ts';
import { startReads } from './prefetch.ts';

/**
 * Parses the request by its contract, at the version of the caller, whose key is verified now. The reads that an unread
 * body names start here, together.
 */
export const parseInput = (app: AppContext): HttpMiddleware => ({
  async before({ context: { exchange } }) {
    const { incoming, prefetched, startedAt } = exchange;
    const matched = required(exchange.matched);
    const { route } = matched;
    const { version, userId } = required(exchange.caller);
    if (prefetched) refuseBeforeInput(prefetched, route.contract, app);
    const named = valueFrom(prefetched?.named ?? attempt(() => readNamed(matched, incoming, app, startedAt)));
    const content = readContent(route.contract, incoming);
    const body = validBody(route.contract, content, version);
    const { choices } = route.contract;
    if (choices) await app.refuseUnavailableSettings(required(exchange.context), choices, body);
    exchange.input = { ...named, body };
    if (!prefetched || prefetched.isBodyRead) return;
    const unread = new BodyReader(fieldsInside(route.contract, content?.fields));
    startReads(route, { ...named, body: unread, userId, context: required(exchange.context) });
  },
});

/** What is wrong with the request whatever its fields say. */
function refuseBeforeInput({ idempotent }: Prefetched, contract: Contract, { deployment }: AppContext): void {
  valueFrom(idempotent);
  refuseWithoutFeature(contract, deployment);
}

function valueFrom<Value>(attempted: Attempted<Value>): Value {
  if ('error' in attempted) throw attempted.error;
  return attempted.value;
}
