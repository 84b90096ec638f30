import { mailAddressOf } from '#shared/accounts/identity/contacts-store';
import { type Invitation, mayGive } from '#shared/accounts/memberships/rules/membership';
import { roleOf } from '#shared/accounts/workspaces/store';
import type { Table } from '#shared/foundation/core/table';

/**
 * Whether who made an invitation may still give its role: an invitation does not outlive the right of its maker. One that
 * was made before makers were kept is as it was.
 */
export async function isStillGiven(table: Table, { invitedBy, workspaceId, role }: Invitation): Promise<boolean> {
  if (invitedBy === undefined) return true;
  const [own, address] = await Promise.all([roleOf(table, invitedBy, workspaceId), mailAddressOf(table, invitedBy)]);
  // Without an address the user is disabled or gone.
  return own !== undefined && address !== undefined && mayGive(own, role);
}
