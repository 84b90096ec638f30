import type { MailProviders } from '#shared/accounts/mail/ports';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { isUnsaved } from '#shared/foundation/commands/changes';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { PersonId } from '#shared/foundation/core/ids';
import { joinCompany } from '#shared/meetings/companies/commands/join-company';
import { companyDomainOf } from '#shared/meetings/companies/rules/company';
import type { Attendance } from '#shared/meetings/meetings/rules/attendances';
import { freePlaces, MOST_PEOPLE, takePlaces } from '#shared/meetings/people/people-count-store';
import { createPerson } from '#shared/meetings/people/rules/person';
import { people, personIdByEmail } from '#shared/meetings/people/store';

/** People that one transaction makes, each with the row that finds it by email; a transaction has a hundred writes. */
const TOGETHER = 40;

export interface CreatingContext extends CommandContext {
  readonly mailProviders: MailProviders;
  /** Fewer people of a workspace, for tests. */
  readonly mostPeople?: number;
}

/**
 * The people of these invites, by id. Those who are not known yet are created, with their companies: a company counts a
 * person in the transaction that creates them. Of two workers at once, the later begins again with `LostRace`. Those for whom
 * the workspace has no room are left out: their meetings have them all the same.
 */
export async function peopleOfInvites(
  context: CreatingContext,
  workspace: Workspace,
  attendances: readonly Attendance[],
): Promise<ReadonlyMap<PersonId, Attendance>> {
  const ids = await Promise.all(attendances.map(({ email }) => personIdByEmail(context.table, workspace.id, email)));
  const found = new Map<PersonId, Attendance>();
  attendances.forEach((attendance, at) => {
    const id = ids[at];
    if (id) found.set(id, attendance);
  });
  const missing = attendances.filter((_, at) => ids[at] === undefined);
  const { emailDomains: ownDomains } = workspace;
  const isMailProvider = (domain: string) => context.mailProviders.has(domain);
  const byDomain = Map.groupBy(missing, ({ email }) => companyDomainOf(email, { ownDomains, isMailProvider }));
  for (const [domain, alike] of byDomain)
    for (let from = 0; from < alike.length; from += TOGETHER) {
      const created = await createPeople(context, { workspace, domain }, alike.slice(from, from + TOGETHER));
      for (const [id, attendance] of created) found.set(id, attendance);
    }
  return found;
}

interface Belonging {
  readonly workspace: Workspace;
  readonly domain: string | undefined;
}

async function createPeople(
  { table, clock, ids, changes, mostPeople = MOST_PEOPLE }: CreatingContext,
  { workspace, domain }: Belonging,
  attendances: readonly Attendance[],
): Promise<readonly (readonly [PersonId, Attendance])[]> {
  if (!(await takePlaces(table, workspace.id, attendances.length, mostPeople))) return [];
  const at = clock.now();
  const joining = { workspaceId: workspace.id, count: attendances.length, at };
  const joined = domain === undefined ? undefined : await joinCompany({ table, ids }, { ...joining, domain });
  const companyId = joined?.companyId ?? null;
  const created = attendances.map((attendance) => ({ id: ids.make('per'), attendance }));
  const writes = created.map(({ id, attendance: { email } }) =>
    people.put(undefined, createPerson(id, at, { workspaceId: workspace.id, email, companyId })),
  );
  try {
    await changes.save({ at, writes: [...writes, ...(joined?.writes ?? [])] });
  } catch (error) {
    if (isUnsaved(error)) await table.write(freePlaces(workspace.id, attendances.length));
    throw error;
  }
  return created.map(({ id, attendance }) => [id, attendance]);
}
