import * as v from 'valibot';
import type { Loaded, Saved } from '#shared/core/store';
import { unlessSavedSince, unlessThere } from '#shared/dynamodb/conditions';
import { listOf, memberEmailKey, membersCountKey, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { choice, id, instant, metadata } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { Table, Write } from '#shared/dynamodb/table';
import type { MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';

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
  createdAt: instant,
  updatedAt: instant,
});

const EmailRow = v.object({ member_id: id('mem'), choices: v.pipe(v.string(), v.parseJson(), v.array(choice)) });

export const memberStore = (table: Table): MemberStore => ({
  find: async (member) => loaded(MemberRow, await table.get(resourceKey(member))),

  async byEmail(workspace, email) {
    const item = await table.get(memberEmailKey(workspace, email));
    if (!item) return undefined;
    const { member_id, choices } = v.parse(EmailRow, item);
    return { memberId: member_id, choices };
  },

  async page(workspace, request) {
    const keys = await pageOfKeys(table, { index: 'list', partition: listOf.members(workspace) }, request);
    return rowsOf(table, keys, MemberRow);
  },
});

/** A member, and the row that finds it by email with a copy of its choices. A new one is counted. */
export const putMember = ({ before, after }: Saved<Member>): readonly Write[] => [
  {
    put: {
      ...resourceKey(after.id),
      type: 'member',
      revision: (before?.revision ?? 0) + 1,
      state: JSON.stringify(after),
      list_pk: listOf.members(after.workspaceId),
      list_sk: after.id,
    },
    when: unlessSavedSince(before?.revision ?? 0),
  },
  ...(after.email === null ? [] : [putEmail(after, after.email, before === undefined)]),
  ...(before ? [] : [count(after, 1)]),
];

/** The member and the row of their email, which somebody new may have from then on. */
export const removeMember = ({ revision, state: member }: Loaded<Member>): readonly Write[] => [
  { remove: resourceKey(member.id), when: unlessSavedSince(revision) },
  ...(member.email === null ? [] : [removeEmail(member, member.email)]),
  count(member, -1),
];

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
