import { aWorld } from '#test/support/api';
import { table } from '../table.ts';
import type { Prices } from './prices.ts';
import { storedBytes } from './table-units.ts';
import { billFor, times, totalOf, type Usage } from './usage.ts';

/** What a part of the service adds to a recorded meeting, and to a workspace in a month in which nothing happens. */
export interface CompanyPart {
  readonly part: string;
  readonly meeting: Usage;
  readonly idleWorkspace: Usage;
}

const THOUSAND = 1_000;
const BYTES_A_GB = 1e9;

/** A month of storage of the rows with such keys that a new workspace with its owner has. */
export async function idleStorage(keys: RegExp): Promise<Usage> {
  const world = aWorld();
  await world.anOwner('Acme', ['acme.test']);
  const rows = world.dynamo.items().filter(({ pk, sk }) => keys.test(`${pk?.S} ${sk?.S}`));
  return { 'table GB-month': rows.reduce((sum, item) => sum + storedBytes(item), 0) / BYTES_A_GB };
}

/** The parts that companies ask for, each with its dollars and write units. */
export function companyTable(parts: readonly CompanyPart[], prices: Prices): string {
  const cells = (usage: Usage) => [
    totalOf(billFor(times(usage, THOUSAND), prices)).toFixed(4),
    (usage['table write unit'] ?? 0).toFixed(1),
  ];
  const rows = parts.map(({ part, meeting, idleWorkspace }) => [part, ...cells(meeting), ...cells(idleWorkspace)]);
  return table(
    [
      '',
      'US dollars for a thousand recorded meetings',
      'write units of a meeting',
      'US dollars for a thousand idle workspaces, a month',
      'write units of a workspace',
    ],
    rows,
  );
}
