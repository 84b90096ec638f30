import type { CommandContext } from '#shared/foundation/commands/context';
import type { CompanyId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { createCompany } from '#shared/meetings/companies/rules/company';
import { companies, companyIdByDomain, markCompanyDue, newCompanyCount } from '#shared/meetings/companies/store';

/** Longer than the index of a company's people lags behind their rows. */
const INDEX_LAG_MS = 5 * SECOND_MS;

/** When a company is due whose people change now. */
export const companyDueAt = (at: Instant): Instant => later(at, INDEX_LAG_MS);

interface Joining {
  readonly workspaceId: WorkspaceId;
  readonly domain: string;
  /** How many people join it. */
  readonly count: number;
  readonly at: Instant;
}

interface Joined {
  readonly companyId: CompanyId;
  /** For the transaction that writes the people. */
  readonly writes: readonly (readonly Write[])[];
}

/** The company with a domain, which is created where there is none, and counts the people who join it. */
export async function joinCompany(
  { table, ids }: Pick<CommandContext, 'table' | 'ids'>,
  { workspaceId, domain, count, at }: Joining,
): Promise<Joined> {
  const known = await companyIdByDomain(table, workspaceId, domain);
  const joining = { workspaceId, joined: count, dueAt: companyDueAt(at) };
  if (known) return { companyId: known, writes: [[markCompanyDue({ companyId: known, ...joining })]] };
  const companyId = ids.make('com');
  return {
    companyId,
    writes: [
      companies.put(undefined, createCompany(companyId, at, { workspaceId, domain })),
      [newCompanyCount({ companyId, ...joining })],
    ],
  };
}
