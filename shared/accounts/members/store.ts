import * as v from 'valibot';
import type { Member } from '#shared/accounts/members/rules/member';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import { memberEmailKey, membersCountKey } from '#shared/foundation/dynamodb/keys';
import { choice, id, instant, metadata } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

const MemberRow: v.GenericSchema<unknown, Member> = v.object({
  id: id('mem'),
  workspaceId: id('wks'),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  metadata,
  choices: v.array(choice),
  connections: v.array(
    v.object({
      id: id('cal'),
      provider: v.picklist(['google', 'microsoft']),
      status: v.picklist(['active', 'error', 'disconnected']),
    }),
  ),
  feeds: v.optional(v.array(v.object({ id: id('cfd'), urlHash: v.string() })), []),
  createdAt: instant,
  updatedAt: instant,
});

const EmailRow = v.object({ member_id: id('mem'), choices: v.pipe(v.string(), v.parseJson(), v.array(choice)) });

interface MemberByEmail {
  readonly memberId: MemberId;
  readonly choices: Member['choices'];
}

/** The member of a workspace with an email. */
export async function memberByEmail(
  table: Table,
  workspace: WorkspaceId,
  email: string,
): Promise<MemberByEmail | undefined> {
  const item = await table.get(memberEmailKey(workspace, email));
  if (!item) return undefined;
  const { member_id, choices } = v.parse(EmailRow, item);
  return { memberId: member_id, choices };
}

/** Holds, in a transaction with other writes, while no member of the workspace has the email. Writes nothing. */
export const noMemberWithEmail = (workspace: WorkspaceId, email: string): Write => ({
  remove: memberEmailKey(workspace, email),
  when: unlessThere,
});

/** The members of a workspace among these emails. */
export async function memberIdsByEmail(
  table: Table,
  workspace: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const rows = await Promise.all(emails.map((email) => memberByEmail(table, workspace, email)));
  return new Map(emails.flatMap((email, at) => (rows[at] ? [[email, rows[at].memberId] as const] : [])));
}

/** The row that finds a member by email, with a copy of its choices, and the count of members. */
function rows(before: Member | undefined, after: Member | undefined): readonly Write[] {
  if (after)
    return [
      ...(after.email === null ? [] : [putEmail(after, after.email, before === undefined)]),
      ...(before ? [] : [count(after, 1)]),
    ];
  return before ? [...(before.email === null ? [] : [removeEmail(before, before.email)]), count(before, -1)] : [];
}

const removeEmail = (member: Member, email: string): Write => ({
  remove: memberEmailKey(member.workspaceId, email),
  when: { text: 'member_id = :member', values: { ':member': member.id } },
});

const putEmail = (member: Member, email: string, isNew: boolean): Write => ({
  put: {
    ...memberEmailKey(member.workspaceId, email),
    type: 'member_email',
    member_id: member.id,
    choices: JSON.stringify(member.choices),
  },
  ...(isNew && { when: unlessThere }),
});

const count = (member: Member, change: 1 | -1): Write => ({
  update: membersCountKey(member.workspaceId),
  set: { text: 'ADD members :change', values: { ':change': change } },
});

// Only what leads to other rows; a row that no version of this code wrote leads to none.
const Addressed = v.object({ email: v.nullable(v.string()) });

const dependents: Dependents = async (_table, workspace, state) => {
  const member = v.safeParse(Addressed, state);
  const email = member.success ? member.output.email : null;
  return email === null ? [] : [[memberEmailKey(workspace, email)]];
};

/** Members of a workspace. After a deletion, a new member may have the email. */
export const members = entity<Member>({
  noun: 'member',
  type: 'member',
  prefix: 'mem',
  list: 'MEM',
  schema: MemberRow,
  rows,
  dependents,
  notes: {
    rows: {
      'W#EMAIL#h, .': 'Member by email, with a copy of its choices',
      'wks_, MEMBERS': 'Count of members',
      '`mem_`, `REMOVED`':
        'A member who was removed: keyed hashes of address and name, for an erasure; in the list `W#MEM#REMOVED`, mem_',
    },
  },
});

/** The id of the member who has the email in the workspace. */
export const memberIdByEmail = async (table: Table, workspace: WorkspaceId, email: string | null) =>
  email === null ? undefined : (await memberByEmail(table, workspace, email))?.memberId;
