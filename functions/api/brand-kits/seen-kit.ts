import type { KitView } from '#shared/brand-kits/present';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import { type Place, type Places, permitted } from '#shared/http/places';

/** A kit as one caller stands towards it. */
export interface SeenKit {
  readonly kit: Loaded<BrandKit>;
  /** Undefined where the caller does not belong to the owning workspace. */
  readonly owner: Place | undefined;
  /** The caller's place in each workspace that it is shared with; those without one are left out. */
  readonly shared: ReadonlyMap<WorkspaceId, Place>;
}

/** The kit, for whoever belongs to the owning workspace or to one it is shared with; else it is not there. */
export async function kitSeenBy(
  places: Places,
  user: UserId,
  reading: Promise<Loaded<BrandKit> | undefined>,
): Promise<SeenKit> {
  const kit = await reading;
  const [owner, shared] = await Promise.all([
    places.at(user, kit?.state.workspaceId),
    placesIn(places, user, kit?.state.workspaceIds ?? []),
  ]);
  if (!kit || (!owner && shared.size === 0)) throw notFound('brand kit');
  return { kit, owner, shared };
}

export async function placesIn(
  places: Places,
  user: UserId,
  workspaces: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, Place>> {
  const found = await Promise.all(workspaces.map((workspace) => places.at(user, workspace)));
  return new Map(workspaces.flatMap((workspace, at) => (found[at] ? [[workspace, found[at]] as const] : [])));
}

/** The workspaces that a request names, where the caller is owner or admin of each; 401 otherwise. */
export const administered = (named: readonly (Place | undefined)[]): readonly WorkspaceId[] => [
  ...new Set(named.map((place) => permitted(place, 'administer').workspace.state.id)),
];

/** What of it its caller is shown. */
export const viewOf = (
  { workspaceIds }: BrandKit,
  { owner, shared }: Pick<SeenKit, 'owner' | 'shared'>,
): Pick<KitView, 'owner' | 'workspaceIds'> => ({
  owner: owner?.workspace.state,
  workspaceIds: workspaceIds.filter((workspace) => shared.has(workspace)),
});
