import type { Endpoint } from '#shared/api/http/endpoint';
import { type Alias, type Contract, nameOf } from '#shared/foundation/http/contract';

/** A contract, and one for each of its deprecated paths: the same in everything, with headers that name the successor. */
export const withAliases = (contract: Contract): readonly Contract[] => [
  contract,
  ...(contract.aliases ?? []).map((alias) => aliasContract(contract, alias)),
];

/** The endpoints of a function under their own paths and under the deprecated ones that it serves. */
export const underEveryPath = (endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.flatMap((endpoint) => [endpoint, ...aliasesServedBy(endpoint.contract.group, endpoint)]);

/** Endpoints of another group under the deprecated paths that this group serves. */
export const aliasesServedBy = (group: string, ...endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.flatMap((endpoint) =>
    withAliases(endpoint.contract)
      .filter((contract) => contract !== endpoint.contract && contract.group === group)
      .map((contract) => ({ ...endpoint, contract })),
  );

function aliasContract({ aliases: _others, ...contract }: Contract, { path, group, on, sunset }: Alias): Contract {
  return {
    ...contract,
    path,
    group: group ?? contract.group,
    summary: `${contract.summary} under ${path.split('/')[1]}`,
    description: `Deprecated: use \`${nameOf(contract)}\`, which behaves the same. No removal date is set.`,
    deprecated: { on, use: contract, ...(sunset !== undefined && { sunset }) },
  };
}
