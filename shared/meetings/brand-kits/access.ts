import { accessTo, requireRole, type WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { unauthorized } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { KitView } from '#shared/meetings/brand-kits/present';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';

/** A caller's access to the workspaces of a kit, which several workspaces see. */
export interface KitAccess {
  /** Undefined if the caller does not belong to the owning workspace. */
  readonly owner: WorkspaceAccess | undefined;
  /** Of the workspaces that use it, those that the caller belongs to. */
  readonly shared: ReadonlyMap<WorkspaceId, WorkspaceAccess>;
}

type KitWorkspaces = Pick<BrandKit, 'workspaceId' | 'workspaceIds'>;

export async function accessToKit(
  table: Table,
  user: UserId,
  { workspaceId, workspaceIds }: KitWorkspaces,
): Promise<KitAccess> {
  const [owner, ...shared] = await Promise.all([workspaceId, ...workspaceIds].map((id) => accessTo(table, user, id)));
  return { owner, shared: byWorkspace(shared) };
}

export const byWorkspace = (
  accesses: readonly (WorkspaceAccess | undefined)[],
): ReadonlyMap<WorkspaceId, WorkspaceAccess> =>
  new Map(accesses.flatMap((access) => (access ? [[access.workspace.state.id, access] as const] : [])));

/** For reading: any member of the owning workspace or of one that uses it. Undefined for others, who get 404. */
export const kitReader = ({ owner, shared }: KitAccess): WorkspaceAccess | undefined =>
  owner ?? shared.values().next().value;

/** For changing: the role in the owning workspace decides, and 401 without one there. Undefined without any access. */
export function kitOwner({ owner, shared }: KitAccess): WorkspaceAccess | undefined {
  if (!owner && shared.size > 0) throw unauthorized();
  return owner;
}

/** For deleting: 401 unless the caller administers every workspace that uses it. Archived ones do not count. */
export async function kitDeleter(table: Table, kit: KitWorkspaces, access: KitAccess) {
  const rows = await Promise.all(kit.workspaceIds.map((id) => workspaces.find(table, id)));
  const owner = kitOwner(access);
  if (!owner) return undefined;
  for (const row of rows)
    if (row?.state.archivedAt === null) requireRole(access.shared.get(row.state.id), 'administer');
  return owner;
}

/** The workspaces that a request shares a kit with; 401 unless the caller administers each. */
export const administered = (named: readonly (WorkspaceAccess | undefined)[]): readonly WorkspaceId[] => [
  ...new Set(named.map((access) => requireRole(access, 'administer').workspace.state.id)),
];

/**
 * The sharing after a request that names these workspaces: those that the caller does not see stay. Ending it requires
 * the same role in a workspace as starting it.
 */
export function sharing({ shared }: KitAccess, wanted: readonly WorkspaceId[] | undefined) {
  if (!wanted) return (now: readonly WorkspaceId[]) => now;
  for (const [id, access] of shared) if (!wanted.includes(id)) requireRole(access, 'administer');
  return (now: readonly WorkspaceId[]) => [...wanted, ...now.filter((id) => !shared.has(id) && !wanted.includes(id))];
}

/** What a caller with this access sees of a kit's workspaces. */
export const kitView = ({ workspaceIds }: KitWorkspaces, { owner, shared }: KitAccess): KitView => ({
  owner: owner?.workspace.state,
  workspaceIds: workspaceIds.filter((id) => shared.has(id)),
});
