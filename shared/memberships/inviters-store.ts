import type { Table } from '#shared/core/table';
import { mailAddressOf } from '#shared/identity/contacts-store';
import { type Invitation, mayGive } from '#shared/memberships/rules/membership';
import { roleOf } from '#shared/workspaces/store';

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
