import {
  putRemovedMember,
  type RemovedMemberRecord,
  removedMember,
} from '#shared/accounts/members/removed-members-store';
import { members, noMemberWithEmail } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MemberId } from '#shared/foundation/core/ids';
import type { PersonHasher } from '#shared/foundation/core/person-hashes';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { personRemoved } from '#shared/lifecycle/erasures/commands/erase-person';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { type Erasure, erasureOf, putErasedName, putErasure } from '#shared/meetings/erasures/store';
import type { Person } from '#shared/meetings/people/rules/person';
import { people } from '#shared/meetings/people/store';

/** How far the erasure of a member is. */
export interface MemberErasure {
  readonly member: RemovedMemberRecord;
  readonly status: Erasure['status'];
}

/**
 * Erases a member who was removed, with their person. Repeated, it answers how far the erasure is and changes nothing. 409
 * while the member is there, or someone who has the address is one again.
 */
export const eraseMember = command(async (context: ErasureContext, id: MemberId): Promise<MemberErasure> => {
  const { table, clock, changes } = context;
  const [active, before] = await Promise.all([members.find(table, id), removedMember(table, id)]);
  if (active) throw conflict('The member is in the workspace: remove the member first.');
  if (!before) throw notFound(members.noun);
  const { workspaceId, personId, nameHash } = before.state;
  const [workspace, hasher] = await Promise.all([
    workspaces.find(table, workspaceId),
    context.personHashes(workspaceId),
  ]);
  if (!workspace) throw notFound(members.noun);
  const addressHash = hashOf(before.state, hasher);
  if (before.state.erasedAt !== null) return erasureSoFar(table, before.state, addressHash);
  const person = personId === null ? undefined : await people.find(table, personId);
  // The member and their person are often called the same, and a transaction writes a row once.
  const nameHashes = new Set([...(nameHash === null ? [] : [nameHash]), ...(person ? namesOf(person, hasher) : [])]);
  const at = clock.now();
  const member = { ...before.state, erasedAt: at };
  const result: MemberErasure = { member, status: 'erasing' };
  await changes.save({
    at,
    writes: [
      [putRemovedMember(before, member), putErasure(workspaceId, addressHash, at)],
      person ? personErased(person, at) : [],
      [...nameHashes].map((hash) => putErasedName(workspaceId, hash)),
      workspace.state.erasesPeople ? [] : workspaces.put(workspace, { ...workspace.state, erasesPeople: true }),
    ],
    jobs: [
      {
        type: 'job.person_erasure',
        content: { workspaceId, personId, memberId: id, addressHash },
      },
    ],
    result,
  });
  return result;
});

/** What `eraseMember` reads of a removed member: started with the key. */
export async function loadRemoved({ table }: Pick<ErasureContext, 'table'>, id: MemberId): Promise<void> {
  const personId = (await removedMember(table, id))?.state.personId;
  if (personId) await people.find(table, personId);
}

/** A member without an address has the hash of their id: it is that of no address. */
const hashOf = ({ id, addressHash }: RemovedMemberRecord, hasher: PersonHasher): string =>
  addressHash ?? hasher.address(id);

async function erasureSoFar(table: Table, member: RemovedMemberRecord, hash: string): Promise<MemberErasure> {
  const erasure = await erasureOf(table, member.workspaceId, hash);
  return { member, status: erasure?.status ?? 'erased' };
}

/** Refused with a lost race, in the end 409, where a new member has the address. */
const personErased = (person: Loaded<Person>, at: Instant): readonly Write[] => [
  ...personRemoved(person, at),
  noMemberWithEmail(person.state.workspaceId, person.state.email),
];

/** The keyed hashes of the names of a person. */
const namesOf = ({ state: { ownName, invitedName } }: Loaded<Person>, hasher: PersonHasher): readonly string[] =>
  [ownName, invitedName].flatMap((name) => (name === null ? [] : hasher.name(name)));
