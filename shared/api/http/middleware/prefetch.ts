import { userKey } from '#shared/accounts/identity/credentials-store';
import type { Endpoint, Unverified } from '#shared/api/http/endpoint';
import { idempotentRequest } from '#shared/api/http/idempotency';
import { forRequest } from '#shared/api/http/per-request';
import type { AppContext } from '#shared/api/http/ports';
import { readNamed } from '#shared/api/http/request/read-request';
import { Refusal } from '#shared/foundation/core/refusal';
import { gatedReads } from '#shared/foundation/dynamodb/reads';
import { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { Incoming } from '#shared/foundation/http/request/incoming';
import { peekBody } from '#shared/foundation/http/request/peek-body';
import { readAuthorization } from '#shared/foundation/http/request/read-authorization';
import { attempt, type HttpMiddleware, required, started } from './exchange.ts';
import { namedWorkspace } from './run-endpoint.ts';

/**
 * Rows and queries that a request may cost before its key is verified, and entries that these queries look at together; its
 * further reads wait for the key. A page of a list that leaves entries out looks at 500, and a push at 501. Entries have a
 * few hundred bytes: 600 are about 40 read units, and a query without a limit is 128. A row may be as large as a meeting with
 * 200 attendees, 33 read units, so an address that sent an invalid key has the key of its next requests read alone (`invalidKeySenders`).
 */
export const READS_BEFORE_KEY = { reads: 10, entries: 600 };
const KEY_ALONE = { reads: 1, entries: 0 };

/**
 * Starts the reads of the first round trip together: the key, the idempotency record, and what the request itself names.
 * Nothing is answered from them before `authenticate` has verified the key, and no body is validated before. Open
 * endpoints read nothing here.
 */
export const prefetch = (app: AppContext): HttpMiddleware => ({
  before({ context: { exchange } }) {
    const { incoming, startedAt } = exchange;
    const matched = required(exchange.matched);
    const { contract } = matched.route;
    if (contract.access === 'open') {
      exchange.context = forRequest(app);
      return;
    }
    const claim = claimOf(incoming, app);
    // Where the request is likely to be refused, the key alone.
    const isKeyAlone = app.workLimit.isReachedBy(claim.userId) || app.invalidKeySenders.has(incoming.address);
    const reads = gatedReads(app.table, isKeyAlone ? KEY_ALONE : READS_BEFORE_KEY);
    const context = forRequest({ ...app, table: reads.table });
    exchange.context = context;

    started(() => userKey(context.table, claim.userId));
    const named = attempt(() => readNamed(matched, incoming, app, startedAt));
    const idempotent = attempt(() => idempotentRequest(contract, incoming, context, claim.userId));
    const body = contract.body === undefined ? new BodyReader(undefined) : peekBody(incoming, contract);
    exchange.prefetched = { claim, named, idempotent, isBodyRead: body !== undefined, admitReads: reads.open };
    if (body && 'value' in named) startReads(matched.route, { ...named.value, body, userId: claim.userId, context });
  },
});

/** Starts what the request names: each is asked for again where it is needed, and its error thrown there. */
export function startReads({ contract, options }: Endpoint, request: Unverified<unknown, unknown>) {
  started(() => options.resource?.(request));
  started(() => (options.resource && !options.workspace ? undefined : findWorkspace(contract, options, request)));
  started(() => options.early?.(request));
}

const findWorkspace = (
  contract: Endpoint['contract'],
  options: Endpoint['options'],
  request: Unverified<unknown, unknown>,
) => (options.workspace ? options.workspace(request) : namedWorkspace(contract, request));

/** Whose key the header claims to be; what cannot be a key is refused without a read. */
function claimOf(incoming: Incoming, { apiKeys }: AppContext) {
  const sent = readAuthorization(incoming.headers['authorization']);
  if (sent === 'missing') throw invalidKey('missing_api_key', 'Send your API key in the Authorization header.');
  const claim = sent === 'invalid' ? undefined : apiKeys.read(sent.key);
  if (!claim) throw invalidKey('invalid_api_key', 'Invalid API key.');
  return claim;
}

export const invalidKey = (code: string, message: string) => new Refusal('unauthenticated', [{ code, message }]);
