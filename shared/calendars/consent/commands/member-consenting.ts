import type { LinkedMember, MemberToBe } from '#shared/calendars/consent/rules/connect-link';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';

interface Needs {
  readonly members: MemberStore;
  readonly ids: IdMaker;
}

export interface ConsentingMember {
  /** Undefined for one who is made by it. */
  readonly before: Loaded<Member> | undefined;
  readonly state: Member;
}

/** Who consents: a member found by id or by email stays as they are. */
export async function memberConsenting(
  needs: Needs,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
  now: Instant,
): Promise<ConsentingMember> {
  const found = await memberLinked(needs.members, workspaceId, whose);
  if (found) return { before: found, state: found.state };
  if ('memberId' in whose)
    throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
  return { before: undefined, state: memberFrom(needs, workspaceId, whose.memberData, now) };
}

/** The member of a link who is there already. */
export async function memberLinked(
  members: MemberStore,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
): Promise<Loaded<Member> | undefined> {
  const id = 'memberId' in whose ? whose.memberId : await idWith(members, workspaceId, whose.memberData.email);
  const member = id && (await members.find(id));
  return member && member.state.workspaceId === workspaceId ? member : undefined;
}

const idWith = async (members: MemberStore, workspaceId: WorkspaceId, email: string | null) =>
  email === null ? undefined : (await members.byEmail(workspaceId, email))?.memberId;

const memberFrom = ({ ids }: Needs, workspaceId: WorkspaceId, member: MemberToBe, now: Instant): Member => ({
  id: ids.make('mem'),
  workspaceId,
  name: member.name,
  email: member.email,
  metadata: member.metadata,
  choices: [],
  connections: [],
  createdAt: now,
  updatedAt: now,
});
