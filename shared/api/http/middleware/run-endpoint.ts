import { accessTo, requireRole, resolveWorkspace, type WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { Caller, Endpoint, Unverified } from '#shared/api/http/endpoint';
import { answerIdempotently, type Idempotent, withoutRecord } from '#shared/api/http/idempotency';
import type { AppContext } from '#shared/api/http/ports';
import { type AnyInput, nounOf } from '#shared/api/http/request/read-request';
import type { MakeRecord } from '#shared/foundation/commands/idempotency-records';
import { notFound } from '#shared/foundation/core/refusal';
import type { Contract } from '#shared/foundation/http/contract';
import { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { Reply } from '#shared/foundation/http/response/reply';
import { auditedContext } from './audit.ts';
import { type Exchange, required, started } from './exchange.ts';

/**
 * Authorizes and runs the endpoint; with an Idempotency-Key, once for all requests that carry it. A repeated request is
 * authorized as well: a recorded response may show a secret, and the user may have lost the role since.
 */
export async function runEndpoint(exchange: Exchange): Promise<Reply> {
  const { route } = required(exchange.matched);
  const request = await authorizedRequest(route, exchange);
  const reply = await answer(route, exchange, request);
  const { afterRecording } = route.options;
  if (!afterRecording || reply.status >= 300) return reply;
  return { ...reply, body: await afterRecording(reply.body, request as never) };
}

async function answer(route: Endpoint, exchange: Exchange, request: AuthorizedRequest): Promise<Reply> {
  const { idempotent } = exchange.prefetched ?? {};
  if (!idempotent || 'error' in idempotent || !idempotent.value) return run(route, request, withoutRecord);
  const { body, now } = required(exchange.input);
  const asked = { ...idempotent.value, body, now, callsOutside: route.contract.callsOutside ?? false };
  return answerIdempotently(required(exchange.context), asked, (withRecord) => run(route, request, withRecord));
}

async function authorizedRequest(endpoint: Endpoint, exchange: Exchange): Promise<AuthorizedRequest> {
  const context = required(exchange.context);
  const input = required(exchange.input);
  const caller = required(exchange.caller);
  const unverified = { ...input, body: new BodyReader(input.body), userId: caller.userId, context };
  started(() => endpoint.options.afterKey?.(unverified));
  const request = { ...input, ...(await authorize(endpoint, unverified)), caller, context };
  return { ...request, context: auditedContext(endpoint, request, exchange.incoming) };
}

type AuthorizedRequest = AnyInput & Authorized & { readonly caller: Caller; readonly context: AppContext };

function run({ options }: Endpoint, request: AuthorizedRequest, idempotent: Idempotent): Promise<Reply> {
  const { context } = request;
  return idempotent(
    (result) => options.reply(result, request as never),
    (makeRecord) => options.run({ ...request, context: recording(context, makeRecord) } as never),
  );
}

/** The context whose commands record the answer in the transaction that makes it true. */
const recording = (context: AppContext, makeRecord: MakeRecord<unknown>): AppContext => ({
  ...context,
  changes: {
    save: async (changes) =>
      context.changes.save(
        'result' in changes ? { ...changes, idempotency: await makeRecord(changes.result) } : changes,
      ),
  },
});

type AnyRequest = Unverified<unknown, unknown>;

/** What an authorized request has beside its input. */
export type Authorized = Partial<WorkspaceAccess> & { readonly resource?: unknown };

/**
 * Finds the workspace that a request is about, and holds the caller to the contract's `access` there. A resource that
 * does not exist and one of another workspace are the same 404.
 */
async function authorize({ contract, options }: Endpoint, request: AnyRequest): Promise<Authorized> {
  const { access, forbidden } = contract;
  if (access === 'open' || access === 'user') return {};
  if (options.isPublic?.(request)) return {};
  if (!options.resource) {
    const found = options.workspace ? await options.workspace(request) : await namedWorkspace(contract, request);
    return requireRole(found, access, forbidden);
  }
  const resource = await options.resource(request);
  const found = options.workspace
    ? await options.workspace(request)
    : await accessTo(request.context.table, request.userId, resource?.state.workspaceId);
  if (!resource || !found) throw notFound(nounOf(contract));
  return { ...requireRole(found, access, forbidden), resource };
}

/** The workspace in `workspace_id` of the body or the query; the user's only one where the contract lets it be left out. */
export async function namedWorkspace(
  { access }: Contract,
  { context, userId, body, query }: AnyRequest,
): Promise<WorkspaceAccess | undefined> {
  if (access === 'open' || access === 'user') return undefined;
  return resolveWorkspace(context.table, userId, body.workspaceId() ?? new BodyReader(query).workspaceId());
}
