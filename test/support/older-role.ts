import type { WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import type { Write } from '#shared/foundation/core/table';
import { listOf, roleKey } from '#shared/foundation/dynamodb/keys';

/** A role as it was stored before memberships had ids. */
export const putOlderRole = (role: Omit<WorkspaceRole, 'membershipId'>): readonly Write[] => [
  {
    put: {
      ...roleKey(role.userId, role.workspaceId),
      type: 'membership',
      state: JSON.stringify(role),
      list_pk: listOf.users(role.workspaceId),
      list_sk: role.userId,
    },
  },
];
