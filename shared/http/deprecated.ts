import { type Contract, nameOf } from '#shared/http/contract';
import type { Endpoint } from '#shared/http/endpoint';

interface OldPath {
  readonly path: string;
  /** The function that answers there; the endpoint's own unless it says so. */
  readonly group?: string;
  /** The ISO date since which it is deprecated, as in docs/changelog.md. */
  readonly on: string;
}

/** An endpoint under a path of before: the same in everything, with headers that say so. */
export const deprecatedPath = <Of extends Contract>(
  contract: Of,
  { path, group = contract.group, on }: OldPath,
): Of => ({
  ...contract,
  path,
  group,
  summary: `${contract.summary} under ${path.split('/')[1]}`,
  description: `Deprecated: use \`${nameOf(contract)}\`, which behaves the same. No removal date is set.`,
  deprecated: { on, use: nameOf(contract) },
});

/** What serves an endpoint, serving it under another contract. */
export const servedAs = (contract: Contract, operation: Endpoint): Endpoint => ({ ...operation, contract });

/** Headers of every answer of a deprecated endpoint: RFC 9745, and RFC 8594 once there is a date. */
export function deprecationHeaders({ on, sunset }: NonNullable<Contract['deprecated']>) {
  return {
    deprecation: `@${Date.parse(on) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}
