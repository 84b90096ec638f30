import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { WorkspaceId } from '#shared/foundation/core/ids';

/** All rows of a workspace, list by list, for its purge. Repeating a deletion changes nothing. Throws `Throttled`. */
export interface WorkspaceRows {
  /** How many lists there are. Entities come before those that find them. */
  readonly lists: number;
  /** Deletes some entries of a list with their dependent rows; false when the list was empty. */
  clearSome(workspace: WorkspaceId, list: number): Promise<boolean>;
  /** The workspace's own rows, once every list is empty. */
  clearRest(workspace: Workspace): Promise<void>;
}
