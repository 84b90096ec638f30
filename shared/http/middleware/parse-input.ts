import { isSame } from '#shared/core/same';
import type { Contract } from '#shared/http/contract';
import type { AppContext, HttpContext } from '#shared/http/ports/app-context';
import { type AnyInput, readInput } from '#shared/http/request/read-request';
import { refuseClosedChoices, refuseWithoutFeature } from '#shared/http/request/turned-off';
import { NEWEST_VERSION } from '#shared/versions/releases';
import { type Attempted, attempt, type HttpMiddleware, type Prefetched, set } from './exchange.ts';
import { startReads } from './prefetch.ts';

type Deployed = HttpContext & Pick<Partial<AppContext>, 'deployment'>;

/**
 * Parses the request by its contract, at the version of the caller. What `prefetch` parsed for the newest version is
 * used where that is the caller's.
 */
export const parseInput = (app: Deployed): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { incoming, prefetched } = exchange;
    const matched = set(exchange.matched);
    const { version, userId } = set(exchange.caller);
    const { contract } = matched.route;
    const isGuessed = prefetched && (exchange.versionAsked !== undefined || version === NEWEST_VERSION);
    const parsed = isGuessed ? prefetched.guess : attempt(() => readInput(matched, incoming, app, version));
    if (prefetched) refuseBeforeInput(prefetched, contract, app);
    const input = valueFrom(parsed);
    if (app.deployment) refuseClosedChoices(contract, input.body, app.deployment);
    exchange.input = input;
    if (!prefetched || isGuessed || isSameBody(prefetched, input)) return;
    startReads(matched.route, { ...input, userId, context: set(exchange.context) });
  },
});

/** What is wrong with the request whatever its fields say. */
function refuseBeforeInput({ idempotent }: Prefetched, contract: Contract, { deployment }: Deployed): void {
  valueFrom(idempotent);
  if (deployment) refuseWithoutFeature(contract, deployment);
}

const isSameBody = ({ guess }: Prefetched, { body }: AnyInput): boolean =>
  'value' in guess && isSame(body, guess.value.body);

function valueFrom<Value>(attempted: Attempted<Value>): Value {
  if ('error' in attempted) throw attempted.error;
  return attempted.value;
}
