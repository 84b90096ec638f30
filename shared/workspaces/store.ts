import * as v from 'valibot';
import { idOf } from '#shared/core/ids';
import type { Table, Write } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';
import { entity } from '#shared/dynamodb/entity';
import {
  duePartition,
  listOf,
  MEMBERSHIPS,
  membersCountKey,
  membershipKey,
  workspaceNumberKey,
} from '#shared/dynamodb/keys';
import { choice, id, instant, metadata } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import type { Membership, Workspace } from '#shared/workspaces/rules/workspace';

const WorkspaceRow: v.GenericSchema<unknown, Workspace> = v.object({
  id: id('wks'),
  number: v.number(),
  name: v.string(),
  ownerId: id('usr'),
  ownerEmail: v.string(),
  emailDomains: v.array(v.string()),
  metadata,
  archivedAt: v.nullable(instant),
  purgeAt: v.exactOptional(instant),
  createdAt: instant,
  updatedAt: instant,
  choices: v.array(choice),
  endpoints: v.array(v.object({ id: id('whe'), types: v.array(v.string()), enabled: v.boolean(), pin: v.string() })),
});

const MembershipRow: v.GenericSchema<unknown, Membership> = v.object({
  userId: id('usr'),
  workspaceId: id('wks'),
  role: v.picklist(['owner', 'admin', 'member', 'guest']),
  createdAt: instant,
});

export const workspaceStore = (table: Table): WorkspaceStore => ({
  find: (workspace) => workspaces.find(table, workspace),

  async idOfNumber(number) {
    const item = await table.get(workspaceNumberKey(number));
    return idOf('wks', item?.['workspace_id']);
  },

  async membership(user, workspace) {
    const item = await table.get(membershipKey(user, workspace));
    return item && stateOf(MembershipRow, item);
  },

  async membershipsOf(user, { limit, after }) {
    const { items, last } = await table.query({
      where: {
        text: 'pk = :user AND begins_with(sk, :memberships)',
        values: { ':user': user, ':memberships': MEMBERSHIPS },
      },
      newestFirst: true,
      limit: limit + 1,
      after: after === undefined ? undefined : { pk: user, sk: after },
    });
    const taken = items.slice(0, limit);
    const next = items.length > limit || last ? taken.at(-1)?.sk : undefined;
    return {
      items: taken.map((item) => stateOf(MembershipRow, item)),
      next,
      positions: taken.map(({ sk }) => sk),
    };
  },

  async membersCount(workspace) {
    const item = await table.get(membersCountKey(workspace));
    return v.parse(v.optional(v.number(), 0), item?.['members']);
  },
});

/** The number never changes; a deletion also drops the count of members. */
function rows(before: Workspace | undefined, after: Workspace | undefined): readonly Write[] {
  if (after) return before ? [] : [putNumber(after)];
  return before ? [{ remove: workspaceNumberKey(before.number) }, { remove: membersCountKey(before.id) }] : [];
}

const putNumber = (workspace: Workspace): Write => ({
  put: { ...workspaceNumberKey(workspace.number), type: 'workspace_number', workspace_id: workspace.id },
  when: unlessThere,
});

/** Workspaces, with their settings assignments and webhook subscriptions. */
export const workspaces = entity<Workspace>({
  noun: 'workspace',
  type: 'workspace',
  prefix: 'wks',
  schema: WorkspaceRow,
  attributes: ({ id, purgeAt }) => (purgeAt === undefined ? {} : { due_pk: duePartition(id), due_at: purgeAt }),
  rows,
  notes: {
    due: 'purge, 30 days after its archive',
    rows: {
      'WKSNO#123456789, .': 'Workspace by number',
      'usr_, WKS#W': 'Role in a workspace; in the list `W#USR`, usr_',
    },
  },
});

/** The role of a user in a workspace. */
export const putMembership = (membership: Membership): readonly Write[] => [
  {
    put: {
      ...membershipKey(membership.userId, membership.workspaceId),
      type: 'membership',
      state: JSON.stringify(membership),
      list_pk: listOf.users(membership.workspaceId),
      list_sk: membership.userId,
    },
  },
];
