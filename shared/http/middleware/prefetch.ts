import { Refusal } from '#shared/core/refusal';
import type { Endpoint, Unverified } from '#shared/http/endpoint';
import { forRequest } from '#shared/http/for-request';
import { idempotentRequest } from '#shared/http/idempotency';
import type { AppContext } from '#shared/http/ports/app-context';
import type { Incoming } from '#shared/http/request/incoming';
import { readAuthorization } from '#shared/http/request/read-authorization';
import { readInput } from '#shared/http/request/read-request';
import { userStore } from '#shared/identity/store';
import { NEWEST_VERSION } from '#shared/versions/releases';
import { namedWorkspace } from './authorize.ts';
import { attempt, type HttpMiddleware, set } from './exchange.ts';

/**
 * Starts the reads of the first round trip together: the key, the idempotency record, and what the request itself names.
 * Nothing is answered from them before `authenticate` has verified the key. Open endpoints read nothing here.
 */
export const prefetch = (app: AppContext): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { incoming, versionAsked } = exchange;
    const matched = set(exchange.matched);
    const context = forRequest(app);
    exchange.context = context;
    if (matched.route.contract.access === 'open') return;

    const claim = claimOf(incoming, app);
    started(() => userStore(context.table).key(claim.userId));
    const guess = attempt(() => readInput(matched, incoming, app, versionAsked ?? NEWEST_VERSION));
    const idempotent = attempt(() => idempotentRequest(matched.route.contract, incoming, context, claim.userId));
    const request = 'value' in guess ? { ...guess.value, userId: claim.userId, context } : undefined;
    exchange.prefetched = { claim, guess, idempotent };
    if (request) startReads(matched.route, request);
  },
});

/** Starts what the request names: each is asked for again where it is needed, and its error thrown there. */
export function startReads({ contract, options }: Endpoint, request: Unverified<unknown, unknown, unknown>) {
  started(() => options.resource?.(request));
  started(() => (options.resource && !options.workspace ? undefined : findWorkspace(contract, options, request)));
  started(() => options.prefetch?.(request));
}

const findWorkspace = (
  contract: Endpoint['contract'],
  options: Endpoint['options'],
  request: Unverified<unknown, unknown, unknown>,
) => (options.workspace ? options.workspace(request) : namedWorkspace(contract, request));

function started(start: () => unknown): void {
  const reading = attempt(start);
  if (!('value' in reading)) return;
  for (const one of [reading.value].flat()) if (one instanceof Promise) one.catch(() => undefined);
}

/** Whose key the header claims to be; what cannot be a key is refused without a read. */
function claimOf(incoming: Incoming, { apiKeys }: AppContext) {
  const sent = readAuthorization(incoming.headers['authorization']);
  if (sent === 'missing') throw invalidKey('missing_api_key', 'Send your API key in the Authorization header.');
  const claim = sent === 'invalid' ? undefined : apiKeys.read(sent.key);
  if (!claim) throw invalidKey('invalid_api_key', 'Invalid API key.');
  return claim;
}

export const invalidKey = (code: string, message: string) => new Refusal('unauthenticated', [{ code, message }]);
