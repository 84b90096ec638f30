import { type BrandKitId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { BrandKit } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Settings } from '#shared/meetings/settings/rules/settings';

/** The kit that settings name. */
export const kitIn = (settings: Pick<Settings, 'values'> | undefined): BrandKitId | undefined =>
  idOf('brk', settings?.values['branding.brand_kit_id']);

/** The kit that a workspace uses by these settings: those that are assigned to all its meetings. */
export const kitUsedBy = (settings: Settings | undefined): BrandKitId | undefined =>
  settings?.assignments.some(({ scope }) => scope.owner.type === 'workspace' && scope.category === 'always')
    ? kitIn(settings)
    : undefined;

/** The kit as used, or as not used, by a workspace; the same object where nothing changes. */
export function withUse(kit: BrandKit, workspace: WorkspaceId, isUsed: boolean): BrandKit {
  const { workspaceIds } = kit;
  if (workspaceIds.includes(workspace) === isUsed) return kit;
  return {
    ...kit,
    workspaceIds: isUsed ? [...workspaceIds, workspace] : workspaceIds.filter((id) => id !== workspace),
  };
}
