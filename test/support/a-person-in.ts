import type { CommandContext } from '#shared/commands/context';
import { createCompany } from '#shared/companies/rules/company';
import { companies, newCompanyCount } from '#shared/companies/store';
import type { WorkspaceId } from '#shared/core/ids';
import { domainOf } from '#shared/core/people';
import { createPerson } from '#shared/people/rules/person';
import { people } from '#shared/people/store';

interface World {
  readonly context: Pick<CommandContext, 'ids' | 'changes' | 'clock'>;
}

/** What the first invite of someone at a new company leads to: the ids of both. */
export async function aPersonIn({ context: { ids, changes, clock } }: World, workspaceId: WorkspaceId, email: string) {
  const [per, com, at] = [ids.make('per'), ids.make('com'), clock.now()];
  await changes.save({
    at,
    writes: [
      companies.put(undefined, createCompany(com, at, { workspaceId, domain: domainOf(email) })),
      [newCompanyCount({ companyId: com, workspaceId, joined: 1, dueAt: at })],
      people.put(undefined, createPerson(per, at, { workspaceId, email, companyId: com })),
    ],
  });
  return { per, com };
}
