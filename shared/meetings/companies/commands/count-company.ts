import { command } from '#shared/foundation/commands/command';
import type { CompanyId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { countedCompany } from '#shared/meetings/companies/rules/company';
import { companies, companyPeople, endCompanyDue, removeCompany } from '#shared/meetings/companies/store';
import { lastMetInCompany } from '#shared/meetings/people/store';

/**
 * Counts the people of a company again, and deletes a company without people. The row is saved even where nothing
 * differs: a count that read older changes then loses the race.
 */
export const countCompany = command(async ({ table, clock, changes }, id: CompanyId): Promise<void> => {
  const before = await companies.find(table, id);
  const people = await companyPeople(table, id);
  if (!before || !people) return;
  if (people.count === 0) return changes.save({ at: clock.now(), writes: [removeCompany(before, people)] });
  const lastMetAt = await lastMetInCompany(table, id);
  const after = countedCompany(before.state, { peopleCount: people.count, lastMetAt }, clock.now());
  for (const write of companies.put(before, after))
    if (!(await table.write(write))) throw new LostRace('The company was saved in between.');
  await endCompanyDue(table, id, people);
});
