import type { LinkedMember } from '#shared/calendars/consent/rules/connect-link';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { createMember, type Member } from '#shared/members/rules/member';
import { memberStore, members } from '#shared/members/store';

export interface ConsentingMember {
  /** Undefined for a new member. */
  readonly before: Loaded<Member> | undefined;
  readonly state: Member;
}

/** The member who consents: found by id or email and left unchanged, or else a new one. */
export async function consentingMember(
  { table, ids }: CommandContext,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
  now: Instant,
): Promise<ConsentingMember> {
  const found = await findLinkedMember(table, workspaceId, whose);
  if (found) return { before: found, state: found.state };
  if ('memberId' in whose)
    throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
  const { name, email, metadata } = whose.memberData;
  const member = createMember(ids.make('mem'), now, { workspaceId, name, email });
  return { before: undefined, state: { ...member, metadata } };
}

/** The existing member of a link. */
export async function findLinkedMember(
  table: Table,
  workspaceId: WorkspaceId,
  whose: LinkedMember,
): Promise<Loaded<Member> | undefined> {
  const id = 'memberId' in whose ? whose.memberId : await idByEmail(table, workspaceId, whose.memberData.email);
  const member = id && (await members.find(table, id));
  return member && member.state.workspaceId === workspaceId ? member : undefined;
}

const idByEmail = async (table: Table, workspaceId: WorkspaceId, email: string | null) =>
  email === null ? undefined : (await memberStore(table).byEmail(workspaceId, email))?.memberId;
