import { changeRole } from '#shared/accounts/memberships/commands/change-role';
import { removeMembership } from '#shared/accounts/memberships/commands/end-membership';
import { inviteUser, loadInvitation } from '#shared/accounts/memberships/commands/invite-user';
import { listMemberships } from '#shared/accounts/memberships/commands/list-memberships';
import {
  deleteMembershipContract,
  getMembershipContract,
  inviteContract,
  listMembershipsContract,
  updateMembershipContract,
} from '#shared/accounts/memberships/contract';
import { presentMembership } from '#shared/accounts/memberships/present';
import type { Membership } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import { byWorkspace } from '#shared/api/http/early';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { MembershipId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';

interface Named {
  readonly params: { readonly id: MembershipId };
  readonly context: AppContext;
}

const resource = ({ context, params }: Named) => memberships.find(context.table, params.id);

/** The role before and after. Of an invitation its address is not kept. */
const roleOnly = ({ role }: Membership) => ({ role });

/** The request's table has what the attempt that is being saved has read. */
async function rolesOf(request: Named, after: Membership) {
  const before = await memberships.find(request.context.table, request.params.id);
  return { before: before ? roleOnly(before.state) : null, after: roleOnly(after) };
}

export const list = listEndpoint(listMembershipsContract, {
  page: ({ context, workspaceId }, request) => listMemberships(context)(workspaceId, request),
  present: (membership, { workspace }) => presentMembership(membership, workspace.state),
});

export const invite = endpoint(inviteContract, {
  early({ context, body }) {
    const email = body.email('email');
    if (email === undefined) return [];
    const load = (table: Table, workspaceId: WorkspaceId) => loadInvitation(table, { workspaceId, email }, true);
    return [byWorkspace(context.table, body.workspaceId(), load)];
  },
  run: ({ context, workspace, caller, role, body: { email, role: invitedAs } }) =>
    inviteUser(context)({ workspaceId: workspace.state.id, email, role: invitedAs }, { userId: caller.userId, role }),
  audited: ({ membership }) => ({ after: roleOnly(membership) }),
  reply: ({ membership, isNew }, { workspace, context }) => {
    const body = presentMembership(membership, workspace.state);
    return isNew ? created(body, `${context.baseUrl}/organization_memberships/${membership.id}`) : ok(body);
  },
});

export const get = endpoint(getMembershipContract, {
  resource,
  run: async ({ resource }) => resource.state,
  reply: (membership, { workspace }) => ok(presentMembership(membership, workspace.state)),
});

export const update = endpoint(updateMembershipContract, {
  resource,
  run: ({ context, params, resource, body, caller, role }) =>
    changeRole(context)(params.id, body.role ?? resource.state.role, { userId: caller.userId, role }),
  audited: (membership, request) => rolesOf(request, membership),
  reply: (membership, { workspace }) => ok(presentMembership(membership, workspace.state)),
});

export const remove = endpoint(deleteMembershipContract, {
  resource,
  run: ({ context, params, caller, role }) => removeMembership(context)(params.id, { userId: caller.userId, role }),
  audited: (membership) => ({ before: roleOnly(membership) }),
  reply: (membership, { workspace }) => ok(presentMembership(membership, workspace.state)),
});
