import type * as v from 'valibot';
import type { JsonObject } from '#shared/core/json';
import type { EndpointFeature } from '#shared/settings/rules/deployment';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
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
  /** The function that serves it. */
  readonly group: string;
  /** One line, as a heading. */
  readonly summary: string;
  readonly description?: string;
  /** True where no key is asked for. */
  readonly open?: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What is read instead where the caller keeps a named behaviour; the document does not tell of it. */
  readonly bodyKept?: { readonly behaviour: string; readonly body: Body };
  /** A request body as a partner would write it, for the document. */
  readonly example?: JsonObject;
  /** The body is a form with a file in it, and never JSON. */
  readonly multipart?: true;
  /** An empty body says the same as an empty object. */
  readonly bodyMayBeEmpty?: true;
  /** It calls somebody outside before anything is saved: with an Idempotency-Key, one at a time. */
  readonly callsOutside?: true;
  /** What a deployment may have turned off: 403 then, whatever is sent. */
  readonly feature?: EndpointFeature;
  /** The body chooses settings, under their own names or those of a bot: a deployment may forbid or lack some. */
  readonly choices?: 'settings' | 'bot';
  /** `PATCH /meetings/{id}` alone answers 400 to a field it does not know (service-api.md). */
  readonly unknownFieldsAre?: 'malformed';
  /** It is kept for who calls it still; `use` names the endpoint to call instead. */
  readonly deprecated?: { readonly on: string; readonly use: string; readonly sunset?: string };
  /** Success answers by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Codes it can refuse with, by status, beyond those of every endpoint. */
  readonly refusals: Readonly<Record<number, readonly string[]>>;
}

export interface Answer {
  readonly description: string;
  readonly schema: Schema;
  /** Of other content types than JSON. */
  readonly alsoText?: readonly string[];
  /** Where it is never JSON: the schema then describes the text. */
  readonly onlyText?: true;
  /** What the example has beside what the resource shows elsewhere. */
  readonly example?: JsonObject;
}

export const contract = <Params extends Schema, Query extends Schema, Body extends Schema | undefined>(
  described: Contract<Params, Query, Body>,
): Contract<Params, Query, Body> => described;

/** As operations are named in contracts' tables and logs. */
export const nameOf = ({ method, path }: Pick<Contract, 'method' | 'path'>): string => `${method} ${path}`;

/** As version changes name an operation: a deprecated path goes by the name of what to use instead. */
export const lastingNameOf = (contract: Contract): string => contract.deprecated?.use ?? nameOf(contract);

/** Of two endpoints on paths of one form, told apart by a prefix, the document has the one that takes any. */
export const isDocumented = ({ path }: Pick<Contract, 'path'>): boolean => !path.includes(':');
