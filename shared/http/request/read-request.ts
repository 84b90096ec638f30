import { badRequest } from '#shared/core/refusal';
import { type Contract, currentContract, nameOf } from '#shared/http/contract';
import type { Endpoint, Input } from '#shared/http/endpoint';
import type { HttpContext } from '#shared/http/ports/app-context';
import { callerAddress } from '#shared/http/request/caller-address';
import { shownName } from '#shared/http/request/faults';
import type { Incoming } from '#shared/http/request/incoming';
import type { Matched } from '#shared/http/request/match-operation';
import { readBody } from '#shared/http/request/read-body';
import { inSnakeCase, snakeCaseOf } from '#shared/http/request/read-casing';
import { readFields, readParams, readQuery } from '#shared/http/request/read-input';
import { readUpload } from '#shared/http/request/read-upload';
import { keeps, requestAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';

/** What an endpoint is given; its contract says of which shape. */
export type AnyInput = Input<unknown, unknown, unknown>;

/** The request as its contract reads it, lifted from the version it is written for. */
export function readInput(
  { route, params }: Matched<Endpoint>,
  incoming: Incoming,
  edge: HttpContext,
  version: string,
): AnyInput {
  const { contract } = route;
  const query = queryOf(incoming.query);
  return {
    params: readParams(contract.params, params, nounOf(contract)),
    query: readQuery(contract.query, query),
    body: contract.body === undefined ? undefined : readBodyOf(route, incoming, version),
    now: edge.clock.now(),
    address: callerAddress(incoming, edge.proxies ?? 0),
    asked: { url: `${edge.baseUrl}${incoming.path}`, query },
  };
}

function readBodyOf({ contract }: Endpoint, incoming: Incoming, version: string): unknown {
  if (contract.body === undefined) return undefined;
  const sent = contract.multipart ? readUpload(incoming) : readBody(incoming);
  const newest = requestAsOf(version, releases, nameOf(currentContract(contract)), inSnakeCase(sent?.fields));
  return readFields({ ...contract, body: bodyAt(contract, version) }, newest, sent?.formValues ?? false);
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
  if (group === 'settings') return 'settings object';
  return group.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
};
