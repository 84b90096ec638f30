import type { Endpoint, Input, Named } from '#shared/api/http/endpoint';
import type { HttpContext } from '#shared/api/http/ports';
import { badRequest } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { type Contract, currentContract, nameOf } from '#shared/foundation/http/contract';
import { fieldsInside } from '#shared/foundation/http/request/body-reader';
import { shownName } from '#shared/foundation/http/request/faults';
import type { Incoming } from '#shared/foundation/http/request/incoming';
import { type Matched, plainPath } from '#shared/foundation/http/request/match-operation';
import { LARGE_BODY, type RequestBody, readBody } from '#shared/foundation/http/request/read-body';
import { inSnakeCase, snakeCaseOf } from '#shared/foundation/http/request/read-casing';
import { readFields, readParams, readQuery } from '#shared/foundation/http/request/read-input';
import { readUpload } from '#shared/foundation/http/request/read-upload';
import { keeps, requestAsOf } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';

/** What an endpoint is given; its contract says of which shape. */
export type AnyInput = Input<unknown, unknown, unknown>;

/** The same without the body. */
export type AnyNamed = Named<unknown, unknown>;

/** Path and query as the contract reads them. */
export function readNamed(
  { route: { contract }, params }: Matched<Endpoint>,
  incoming: Incoming,
  { baseUrl }: HttpContext,
  now: Instant,
): AnyNamed {
  const query = queryOf(incoming.query);
  return {
    params: readParams(contract.params, params, () => nounOf(contract)),
    query: readQuery(contract.query, query),
    now,
    address: incoming.address,
    requestUrl: { url: `${baseUrl}${plainPath(incoming.path)}`, query },
    target: `${incoming.path}?${incoming.rawQuery}`,
    ifMatch: incoming.headers['if-match'],
    isHead: incoming.method === 'HEAD',
  };
}

/** The body as it was sent; undefined where it is empty, and where the endpoint takes none. */
export function readContent({ body, multipart, largeBody }: Contract, incoming: Incoming): RequestBody | undefined {
  if (body === undefined) return undefined;
  return multipart ? readUpload(incoming) : readBody(incoming, largeBody ? LARGE_BODY : undefined);
}

/** The body as its contract reads it, lifted from the version it is written for. */
export function validBody(contract: Contract, content: RequestBody | undefined, version: string): unknown {
  if (contract.body === undefined) return undefined;
  const sent = inSnakeCase(fieldsInside(contract, content?.fields));
  const newest = requestAsOf(version, releases, nameOf(currentContract(contract)), sent);
  return readFields({ ...contract, body: bodyAt(contract, version) }, newest, content?.formValues ?? false);
}

const bodyAt = ({ body, bodyKept }: Contract, version: string) =>
  bodyKept && keeps(version, releases, bodyKept.behaviour) ? bodyKept.body : body;

/** Names in both casings; a name sent twice could mean either, so it is refused. */
function queryOf(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [sent, value] of pairs) {
    const name = snakeCaseOf(sent);
    const shown = shownName(name);
    if (query.has(name)) throw badRequest(`The parameter ${shown} was sent more than once.`, shown);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/** What one of a group is called, in refusals. */
export const nounOf = (contract: Contract): string => {
  const { group, path } = currentContract(contract);
  if (path.startsWith('/settings_assignments')) return 'settings assignment';
  if (path.startsWith('/agents')) return 'agent';
  if (group === 'settings') return 'settings object';
  return group.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
};
