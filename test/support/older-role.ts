import type { Write } from '#shared/core/table';
import { listOf, roleKey } from '#shared/dynamodb/keys';
import type { WorkspaceRole } from '#shared/workspaces/rules/workspace';

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
