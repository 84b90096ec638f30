import * as v from 'valibot';
import type { AuditAction } from '#shared/foundation/audit-events/rules/audit-event';
import type { Choices, EndpointFeature } from '#shared/foundation/core/deployment';
import type { JsonObject } from '#shared/foundation/core/json';
import type { AccessLevel } from '#shared/foundation/core/roles';

export type Access = 'open' | 'user' | AccessLevel;

/** What a member of the workspace without the role is answered with 403; where absent, everything is 401 `unauthorized`. */
export interface ForbiddenAnswer {
  readonly code: string;
  readonly message: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = v.GenericSchema;

/**
 * What one endpoint takes and answers, in the newest shape. Requests are parsed by it and the OpenAPI document is
 * printed from it, so that the two cannot differ.
 */
export interface Contract<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema | undefined = Schema | undefined,
> {
  readonly method: Method;
  /** With `{name}` for a parameter, or `{name:bot}` for one that begins with `bot_`, below the API root. */
  readonly path: string;
  /** The path with a slash or `.json` at its end is 404: a cache would keep one answer several times. */
  readonly exactPath?: true;
  /** The function that serves it. */
  readonly group: string;
  /** One line, as a heading. */
  readonly summary: string;
  readonly description?: string;
  /**
   * Who may call: `open` without a key, `user` with any key, else with this role in the workspace that the resource or
   * `workspace_id` names (`AccessLevel` in shared/foundation/core/roles.ts).
   */
  readonly access: Access;
  /** What a member of the workspace with a lesser role is answered with 403; 401 `unauthorized` where absent. */
  readonly forbidden?: ForbiddenAnswer;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What is read instead where the caller keeps a named behaviour; the document does not tell of it. */
  readonly bodyKept?: { readonly behaviour: string; readonly body: Body };
  /** A request body as a partner would write it, for the document. */
  readonly example?: JsonObject;
  /** The body is a form with a file in it, and never JSON. */
  readonly multipart?: true;
  /**
   * Changes what the caller has read: the request carries its `ETag` in `If-Match` (RFC 9110, section 13.1.1), which `run`
   * compares with `requireMatch`.
   */
  readonly ifMatch?: true;
  /** The answers carry an `ETag`. */
  readonly hasEtag?: true;
  /** The audit event that the operation writes in its own transaction: for what administers a workspace. */
  readonly audits?: AuditAction;
  /** The body may be as large as a transcript (`LARGE_BODY`). */
  readonly largeBody?: true;
  /** The fields may also stand in an object of this name, with nothing beside it. Refusals name them without it. */
  readonly bodyMayBeInside?: string;
  /** An empty body says the same as an empty object. */
  readonly bodyMayBeEmpty?: true;
  /** A `GET` that saves something: it is refused as a write while the deployment is read-only. */
  readonly saves?: true;
  /** The operation calls an external service before it saves: one request at a time per Idempotency-Key. */
  readonly callsOutside?: true;
  /** What a deployment may have turned off: 403 then, whatever is sent. */
  readonly feature?: EndpointFeature;
  /** The body chooses settings, of which a deployment may forbid or lack some. */
  readonly choices?: Choices;
  /** `PATCH /meetings/{id}` alone answers 400 to an unknown field: docs/limits-and-rules.md#sizes. */
  readonly unknownFieldsAre?: 'malformed';
  /** Deprecated paths that lead to the same endpoint: `withAliases` (shared/api/http/aliases.ts). */
  readonly aliases?: readonly Alias[];
  /** Of the contract of a deprecated path, which `withAliases` makes: the path to use instead, and since when. */
  readonly deprecated?: Pick<Alias, 'on' | 'sunset'> & { readonly use: Contract };
  /** Success responses by status. */
  readonly responses: Readonly<Record<number, SuccessResponse>>;
  /** Error codes by status, beyond those of every endpoint. */
  readonly errors: Readonly<Record<number, readonly string[]>>;
}

/** A deprecated path of an endpoint. */
export interface Alias {
  readonly path: string;
  /** The function that serves it, where that is not the endpoint's own. */
  readonly group?: string;
  /** ISO date of the deprecation, as in docs/changelog.md. */
  readonly on: string;
  /** ISO date of the removal, where one is set. */
  readonly sunset?: string;
}

export interface SuccessResponse {
  readonly description: string;
  readonly schema: Schema;
  /** Of other content types than JSON. */
  readonly alsoText?: readonly string[];
  /** Where it is never JSON: the schema then describes the text. */
  readonly onlyText?: true;
  /** What the example has beside what the resource shows elsewhere. */
  readonly example?: JsonObject;
}

const NONE = v.strictObject({});
type None = typeof NONE;

/** A contract without `params`, `query` or `body` takes none. */
export const contract = <
  Params extends Schema = None,
  Query extends Schema = None,
  Body extends Schema | undefined = undefined,
>(
  described: Omit<Contract<Params, Query, Body>, 'params' | 'query' | 'body'> &
    Partial<Pick<Contract<Params, Query, Body>, 'params' | 'query' | 'body'>>,
): Contract<Params, Query, Body> => ({
  ...described,
  // Without a value, a type parameter has its default.
  params: described.params ?? (NONE as Schema as Params),
  query: described.query ?? (NONE as Schema as Query),
  body: described.body as Body,
});

/** As operations are named in contracts' tables and logs. */
export const nameOf = ({ method, path }: Pick<Contract, 'method' | 'path'>): string => `${method} ${path}`;

/** Whether an operation takes an `Idempotency-Key`: every POST that asks for an API key. */
export const takesIdempotencyKey = ({ method, access }: Pick<Contract, 'method' | 'access'>): boolean =>
  method === 'POST' && access !== 'open';

/** The contract of the path to use: a deprecated path has the version changes and the resource name of its successor. */
export const currentContract = (contract: Contract): Contract => contract.deprecated?.use ?? contract;

/** Of two endpoints on paths of one form, told apart by a prefix, the document has the one that takes any. */
export const isDocumented = ({ path }: Pick<Contract, 'path'>): boolean => !path.includes(':');
