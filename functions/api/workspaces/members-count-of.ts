import type { WorkspaceStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
}

/** How many members the workspace has that a path names, by either form of its id. */
export const membersCountOf = async ({ workspaces, places }: Needs, named: string): Promise<number> =>
  workspaces.membersCount(await places.idNamed(named));
