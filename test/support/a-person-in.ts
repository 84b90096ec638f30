import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { domainOf } from '#shared/foundation/core/people';
import { createCompany } from '#shared/meetings/companies/rules/company';
import { companies, newCompanyCount } from '#shared/meetings/companies/store';
import { createPerson } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';

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
