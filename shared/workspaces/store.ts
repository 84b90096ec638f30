import * as v from 'valibot';
import { idOf } from '#shared/core/ids';
import type { Saved } from '#shared/core/store';
import { unlessSavedSince, unlessThere } from '#shared/dynamodb/conditions';
import {
  duePartition,
  listOf,
  MEMBERSHIPS,
  membersCountKey,
  membershipKey,
  resourceKey,
  workspaceNumberKey,
} from '#shared/dynamodb/keys';
import { choice, id, instant, metadata } from '#shared/dynamodb/row-parts';
import { loaded, stateOf } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';
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
  find: async (workspace) => loaded(WorkspaceRow, await table.get(resourceKey(workspace))),

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

export const putWorkspace = ({ before, after }: Saved<Workspace>): readonly Write[] => [
  {
    put: {
      ...resourceKey(after.id),
      type: 'workspace',
      revision: (before?.revision ?? 0) + 1,
      state: JSON.stringify(after),
      ...(after.purgeAt !== undefined && { due_pk: duePartition(after.id), due_at: after.purgeAt }),
    },
    when: unlessSavedSince(before?.revision ?? 0),
  },
  ...(before ? [] : [putNumber(after)]),
];

const putNumber = (workspace: Workspace): Write => ({
  put: { ...workspaceNumberKey(workspace.number), type: 'workspace_number', workspace_id: workspace.id },
  when: unlessThere,
});

export const putMembership = (membership: Membership): Write => ({
  put: {
    ...membershipKey(membership.userId, membership.workspaceId),
    type: 'membership',
    state: JSON.stringify(membership),
    list_pk: listOf.users(membership.workspaceId),
    list_sk: membership.userId,
  },
});
