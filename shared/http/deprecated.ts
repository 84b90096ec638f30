import { type Contract, nameOf } from '#shared/http/contract';
import type { Operation } from '#shared/http/operation';

interface OldPath {
  readonly path: string;
  /** The function that answers there; the endpoint's own unless it says so. */
  readonly group?: string;
  /** Since when; an ISO date (service-api.md, Deprecated paths). */
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
  description: `Deprecated: use \`${nameOf(contract)}\`, which is the same. It has no removal date.`,
  deprecated: { on, use: nameOf(contract) },
});

/** What serves an endpoint, serving it under another contract. */
export const servedAs = (contract: Contract, operation: Operation): Operation => ({ ...operation, contract });

/** Headers of every answer of a deprecated endpoint: RFC 9745, and RFC 8594 once there is a date. */
export function deprecationHeaders({ on, sunset }: NonNullable<Contract['deprecated']>) {
  return {
    deprecation: `@${Date.parse(on) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}
