import type * as v from 'valibot';
import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { AppContext } from '#shared/api/http/ports';
import type { Audited } from '#shared/foundation/commands/auditing';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Role } from '#shared/foundation/core/roles';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { Contract } from '#shared/foundation/http/contract';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import type { RequestUrl } from '#shared/foundation/http/request/request-url';
import type { Reply } from '#shared/foundation/http/response/reply';

/** Who calls, once the key was verified. */
export interface Caller {
  readonly userId: UserId;
  /** The key that was verified; undefined where an endpoint asks for none. */
  readonly credential: Credential | undefined;
  /** The version that this request is served at. */
  readonly version: string;
  /** Whether older behaviour is kept for this caller, by the name its version change gives it. */
  readonly keeps: (behaviour: string) => boolean;
}

/** What a request says, parsed by its contract. */
export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly now: Instant;
  /** The caller's address, for limits where no user is known. */
  readonly address: string;
  /** The request's URL and query as they were written, for links and cursors. */
  readonly requestUrl: RequestUrl;
  /** Path below the API root and query, as they were sent: another spelling is another text. */
  readonly target: string;
  /** The `If-Match` header as it was sent. */
  readonly ifMatch: string | undefined;
  /** A `HEAD`: the answer is sent without its body. */
  readonly isHead: boolean;
}

/** What a request says beside its body. */
export type Named<Params, Query> = Omit<Input<Params, Query, unknown>, 'body'>;

/**
 * A request before its key is verified and its body validated: enough to start reads, not to answer. Of a body, only the
 * fields that a read names are looked at.
 */
export type Unverified<Params, Query, Context = AppContext> = Named<Params, Query> & {
  readonly body: BodyReader;
  readonly userId: UserId;
  readonly context: Context;
};

/** A request that was authenticated and authorized. */
export type Request<Params, Query, Body, Resource, Context = AppContext> = Input<Params, Query, Body> & {
  readonly caller: Caller;
  readonly context: Context;
  /** The workspace that the contract's `access` is about, and the caller's role in it. */
  readonly workspace: Loaded<Workspace>;
  readonly role: Role;
  /** What `resource` found. */
  readonly resource: Loaded<Resource>;
};

export const ok = (body: unknown): Reply => ({ status: 200, body });

export const created = (body: unknown, location?: string): Reply => ({
  status: 201,
  body,
  ...(location !== undefined && { headers: { location } }),
});

interface InWorkspace {
  readonly workspaceId: WorkspaceId;
}

/** What an endpoint does beside what its contract says. */
export interface EndpointOptions<Params, Query, Body, Resource, Result, Context> {
  /** The resource that the path names; 404 where it does not exist or the caller has no access to its workspace. */
  resource?(request: Unverified<Params, Query, Context>): Promise<Loaded<Resource> | undefined>;
  /** The caller's access, where neither `workspace_id` nor the resource says which workspace the request is about. */
  workspace?(request: Unverified<Params, Query, Context>): Promise<WorkspaceAccess | undefined>;
  /** Whether the request is about something that every user may read: no workspace and no role is asked for. */
  isPublic?(request: Unverified<Params, Query, Context>): boolean;
  /**
   * What `run` loads, started along with the read of the key, with what of the request can be told before it is parsed;
   * reads beyond the first ten wait for the key. They are the `load` functions that the command calls itself: it finds
   * them read (`cachingTable`), and is handed no value, which would be stale after a lost race.
   */
  early?(request: Unverified<Params, Query, Context>): readonly unknown[];
  /**
   * Work that `run` awaits, started with the key verified, while access is looked up: sealing, and reads that may be
   * megabytes, such as all rows of a partition.
   */
  afterKey?(request: Unverified<Params, Query, Context>): readonly unknown[];
  /** The work. With an Idempotency-Key, the `result` that a command saves is the one that `reply` is recorded from. */
  run(request: Request<Params, Query, Body, Resource, Context>): Promise<Result>;
  reply(result: Result, request: Request<Params, Query, Body, Resource, Context>): Reply | Promise<Reply>;
  /**
   * Of a contract that `audits`: what its audit event has beside, or in place of, the id of the result, or else of the
   * path. Never a secret, a name or an address.
   */
  audited?(
    result: Result,
    request: Request<Params, Query, Body, Resource, Context>,
  ): Partial<Audited> | Promise<Partial<Audited>>;
  /**
   * The body of a successful answer with what no record of an `Idempotency-Key` keeps, such as links that grant access
   * and soon expire: a repeated request gets its own.
   */
  afterRecording?(body: unknown, request: Request<Params, Query, Body, Resource, Context>): Promise<unknown>;
}

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** One endpoint, as the middleware runs it. */
export interface Endpoint {
  readonly contract: Contract;
  readonly options: EndpointOptions<unknown, unknown, unknown, InWorkspace, unknown, AppContext>;
}

/**
 * An endpoint: its contract, and what it does. Authentication, parsing, access, idempotency and versions come from the
 * contract by the middleware.
 */
export function endpoint<
  Params extends v.GenericSchema,
  Query extends v.GenericSchema,
  Body extends v.GenericSchema | undefined,
  Resource extends InWorkspace,
  Result,
  Context extends AppContext = AppContext,
>(
  contract: Contract<Params, Query, Body>,
  options: EndpointOptions<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Resource, Result, Context>,
): Endpoint {
  return { contract, options } as Endpoint;
}

/** `endpoint` for a group whose context has more than `AppContext`. */
export const endpointWith =
  <Context extends AppContext>() =>
  <
    Params extends v.GenericSchema,
    Query extends v.GenericSchema,
    Body extends v.GenericSchema | undefined,
    Resource extends InWorkspace,
    Result,
  >(
    contract: Contract<Params, Query, Body>,
    options: EndpointOptions<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Resource, Result, Context>,
  ): Endpoint =>
    endpoint(contract, options);
