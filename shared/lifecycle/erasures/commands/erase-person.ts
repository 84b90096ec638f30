import { memberByEmail, noMemberWithEmail } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { PersonId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { companyDueAt } from '#shared/meetings/companies/commands/join-company';
import { markCompanyDue } from '#shared/meetings/companies/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { putErasedName, putErasure } from '#shared/meetings/erasures/store';
import { recentNames } from '#shared/meetings/people/attendances-store';
import { freePlaces } from '#shared/meetings/people/people-count-store';
import type { Person } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';

/** Names of one transaction, which takes 100 writes. The job erases further ones, those of older meetings too. */
const MOST_NAMES = 50;

/**
 * Erases a person: they are gone at once, and their address is no longer stored when it arrives again. A job removes them
 * from what the workspace has. Answers the person as they were. 409 for that of a member.
 */
export const erasePerson = command(async (context: ErasureContext, id: PersonId): Promise<Person> => {
  const { table, clock, changes } = context;
  const [before, recent] = await Promise.all([people.find(table, id), recentNames(table, id)]);
  if (!before) throw notFound(people.noun);
  const { workspaceId, email, ownName, invitedName } = before.state;
  const [member, workspace, hasher] = await Promise.all([
    memberByEmail(table, workspaceId, email),
    workspaces.find(table, workspaceId),
    context.personHashes(workspaceId),
  ]);
  if (!workspace) throw notFound(people.noun);
  if (member) throw conflict('The person is a member of the workspace: remove the member first.');
  const at = clock.now();
  const addressHash = hasher.address(email);
  const names = [ownName, invitedName, ...recent].flatMap((name) => name ?? []);
  const nameHashes = [...new Set(names.map((name) => hasher.name(name)))].slice(0, MOST_NAMES);
  await changes.save({
    at,
    writes: [
      personRemoved(before, at),
      [noMemberWithEmail(workspaceId, email), putErasure(workspaceId, addressHash, at)],
      nameHashes.map((hash) => putErasedName(workspaceId, hash)),
      workspace.state.erasesPeople ? [] : workspaces.put(workspace, { ...workspace.state, erasesPeople: true }),
    ],
    jobs: [{ type: 'job.person_erasure', content: { workspaceId, personId: id, addressHash } }],
    result: before.state,
  });
  return before.state;
});

/** What `erasePerson` reads once it knows the person: started while access is looked up. */
export async function loadMemberOf(table: Table, id: PersonId): Promise<void> {
  const person = await people.find(table, id);
  if (person) await memberByEmail(table, person.state.workspaceId, person.state.email);
}

/** The person leaves their company, and a place in the workspace, in the transaction that removes them. */
export function personRemoved(before: Loaded<Person>, at: Instant): readonly Write[] {
  const { companyId, workspaceId } = before.state;
  const leaving = { workspaceId, joined: -1, dueAt: companyDueAt(at) };
  return [
    ...people.remove(before),
    freePlaces(workspaceId, 1),
    ...(companyId === null ? [] : [markCompanyDue({ companyId, ...leaving })]),
  ];
}
