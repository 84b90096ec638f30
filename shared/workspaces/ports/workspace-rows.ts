import type { WorkspaceId } from '#shared/core/ids';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** All that is kept of a workspace, list by list, to be deleted for good. Repeating it is fine. Throws `Throttled`. */
export interface WorkspaceRows {
  /** How many lists there are; what leads to other rows is emptied before what it leads from. */
  readonly lists: number;
  /** Deletes some of what a list leads to; false when nothing was left in it. */
  clearSome(workspace: WorkspaceId, list: number): Promise<boolean>;
  /** The workspace's own rows, once every list is empty. */
  clearRest(workspace: Workspace): Promise<void>;
}
