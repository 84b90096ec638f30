import * as v from 'valibot';
import type { ActiveMembership, Invitation, Membership } from '#shared/accounts/memberships/rules/membership';
import type { WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { putRole, removeRole, roleIn } from '#shared/accounts/workspaces/store';
import { idOf, type MembershipId, type WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import type { Expression, Item, QueryResult, Table, Write } from '#shared/foundation/core/table';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import { invitationKey, invitationsPartition, listOf, roleKey } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';
import { membershipIdFor } from '#shared/foundation/platform/type-ids';

const base = {
  id: id('mbr'),
  workspaceId: id('wks'),
  email: v.string(),
  role: v.picklist(ALL_ROLES),
  createdAt: instant,
  updatedAt: instant,
};

const MembershipRow: v.GenericSchema<unknown, Membership> = v.variant('status', [
  v.object({ ...base, status: v.literal('active'), userId: id('usr'), invitedAt: v.nullable(instant) }),
  v.object({
    ...base,
    status: v.literal('invited'),
    invitedAt: instant,
    invitedBy: v.exactOptional(id('usr')),
    mailNotSentAt: v.exactOptional(instant),
  }),
]);

/** An active membership has the role that requests read; an invitation is found by its address. */
function rows(before: Membership | undefined, after: Membership | undefined): readonly Write[] {
  return [
    ...(before?.status === 'invited' && after?.status !== 'invited' ? [removeInvitation(before)] : []),
    ...(before?.status === 'active' && !after ? [removeRole(before)] : []),
    ...(after?.status === 'active' ? [putRole(roleOfMembership(after), roleIs(before))] : []),
    ...(after?.status === 'invited' && !before ? [putInvitation(after)] : []),
  ];
}

const roleIs = (before: Membership | undefined): Expression =>
  before?.status === 'active' ? { text: 'attribute_exists(pk)' } : unlessThere;

const roleOfMembership = ({ id: membershipId, userId, workspaceId, role, createdAt }: ActiveMembership) => ({
  userId,
  workspaceId,
  role,
  createdAt,
  membershipId,
});

const putInvitation = ({ id: membershipId, email, workspaceId }: Invitation): Write => ({
  put: { ...invitationKey(email, workspaceId), type: 'invitation', membership_id: membershipId },
  when: unlessThere,
});

const removeInvitation = ({ id: membershipId, email, workspaceId }: Invitation): Write => ({
  remove: invitationKey(email, workspaceId),
  when: { text: 'membership_id = :membership', values: { ':membership': membershipId } },
});

// Only what leads to other rows; a row that no version of this code wrote leads to none.
const Leading = v.variant('status', [
  v.object({ status: v.literal('active'), userId: id('usr') }),
  v.object({ status: v.literal('invited'), email: v.string() }),
]);

const dependents: Dependents = async (_table, workspace, state) => {
  const parsed = v.safeParse(Leading, state);
  if (!parsed.success) return [];
  const membership = parsed.output;
  return [
    [
      membership.status === 'active'
        ? roleKey(membership.userId, workspace)
        : invitationKey(membership.email, workspace),
    ],
  ];
};

/** Users and invited addresses of a workspace. */
export const memberships = entity<Membership>({
  noun: 'membership',
  type: 'workspace_membership',
  prefix: 'mbr',
  list: 'USR',
  schema: MembershipRow,
  rows,
  dependents,
  notes: { rows: { 'INVITED#h, W': 'Invitation by email' } },
});

/** The `type` of a role that was given before memberships had ids: it is in the list itself. */
const OLDER_ROLE = 'membership';

const IS_OLDER: Expression = {
  text: '#type = :older',
  names: { '#type': 'type' },
  values: { ':older': OLDER_ROLE },
};

const isOlder = ({ type }: Item): boolean => type === OLDER_ROLE;

/** A membership, or a role that is to become one (`adopting`). */
export type Listed = { readonly membership: Membership } | { readonly olderRole: WorkspaceRole };

/** Newest first; roles of before memberships had ids stand first. The list may lag by about a second. */
export async function membershipPage(
  table: Table,
  workspace: WorkspaceId,
  request: PageRequest,
): Promise<Page<Listed>> {
  const keys = await pageOfKeys(table, { index: 'list', partition: listOf.users(workspace) }, request);
  const items = await Promise.all(keys.items.map(({ pk, sk }) => table.get({ pk, sk })));
  return filterMapPage({ ...keys, items }, (item) => item && listedIn(item));
}

function listedIn(item: Item): Listed | undefined {
  if (isOlder(item)) return { olderRole: roleIn(item) };
  // An older role that became a membership a moment ago, which the list has as well.
  return idOf('mbr', item.pk) ? { membership: memberships.stateIn(item) } : undefined;
}

const PAGE = 100;

/**
 * Everything in the list of a workspace, page by page. `keysOnly`, before it is known who asks: the keys of the first page
 * are read and no rows, and nothing is answered.
 */
export async function allListed(table: Table, workspace: WorkspaceId, keysOnly = false): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  let after: string | undefined;
  do {
    const page = await membershipPage(table, workspace, { limit: PAGE, after, ...(keysOnly && { keysOnly }) });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return found;
}

/** Every user of a workspace. The list may lag by about a second; the roles are those of now. */
export const usersOf = async (
  table: Table,
  workspace: WorkspaceId,
): Promise<readonly Pick<WorkspaceRole, 'userId' | 'role'>[]> =>
  (await allListed(table, workspace)).flatMap((one) => userIn(one) ?? []);

function userIn(one: Listed): Pick<WorkspaceRole, 'userId' | 'role'> | undefined {
  if ('olderRole' in one) return one.olderRole;
  return one.membership.status === 'active' ? one.membership : undefined;
}

/** The membership that a role of before becomes. */
export const adopted = (role: WorkspaceRole, email: string): ActiveMembership => ({
  id: membershipIdFor(role),
  workspaceId: role.workspaceId,
  userId: role.userId,
  email,
  role: role.role,
  status: 'active',
  invitedAt: null,
  createdAt: role.createdAt,
  updatedAt: role.createdAt,
});

/** Makes a membership of a role of before; a lost race where the role changed, ended, or became one meanwhile. */
export const adopting = (membership: ActiveMembership): readonly Write[] => [
  ...memberships.put(undefined, membership).slice(0, 1),
  putRole(roleOfMembership(membership), IS_OLDER),
];

/** Ends a role of before; a lost race where it became a membership meanwhile. */
export const removeOlderRole = ({ userId, workspaceId }: WorkspaceRole): Write => ({
  remove: roleKey(userId, workspaceId),
  when: IS_OLDER,
});

/** The membership that an address was invited with to a workspace. */
export const invitationIdOf = async (
  table: Table,
  email: string,
  workspace: WorkspaceId,
): Promise<MembershipId | undefined> =>
  idOf('mbr', (await table.get(invitationKey(email, workspace)))?.['membership_id']);

/** Invitations of a page: those of many workspaces are over, or of archived ones. */
const INVITATIONS = 300;

/** The memberships that an address was invited with, in any workspace, page by page, the newest workspace first. */
export async function* invitationIdsTo(table: Table, email: string): AsyncGenerator<readonly MembershipId[]> {
  let after: QueryResult['last'];
  do {
    const { items, last } = await table.query({
      where: { text: 'pk = :address', values: { ':address': invitationsPartition(email) } },
      newestFirst: true,
      limit: INVITATIONS,
      after,
    });
    yield items.flatMap(({ membership_id }) => idOf('mbr', membership_id) ?? []);
    after = last;
  } while (after !== undefined);
}
