import {
  createMember,
  type Member,
  type MemberPatch,
  type NewMember,
  personNamingJobs,
  updateMember,
} from '#shared/accounts/members/rules/member';
import { memberIdByEmail, members } from '#shared/accounts/members/store';
import { command, updating } from '#shared/foundation/commands/command';

export interface AddedMember {
  readonly member: Member;
  readonly isNew: boolean;
}

/** Creates a member, or finds the one who has the email. Of two requests at once, the later finds what the first saved. */
export const addMember = command(async (context, sent: NewMember): Promise<AddedMember> => {
  const { table, ids, clock, changes, useOf, markOf } = context;
  const known = await memberIdByEmail(table, sent.workspaceId, sent.email);
  const existing = known && (await members.find(table, known));
  if (existing) return { member: existing.state, isNew: false };
  const at = clock.now();
  const member = createMember(ids.make('mem'), at, sent);
  const result = { member, isNew: true };
  await changes.save({
    at,
    writes: [members.put(undefined, member)],
    limits: [useOf('members', member.workspaceId, at)],
    jobs: personNamingJobs(member, markOf),
    result,
  });
  return result;
});

/** Renames a member and merges its metadata. No event follows from it. */
export const saveMember = updating(members, (member, _now, patch: MemberPatch) => ({
  state: updateMember(member, patch),
}));
