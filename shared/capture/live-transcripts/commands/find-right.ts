import { isStillValid, type Opened } from '#shared/accounts/identity/commands/find-credential';
import { roleOf, workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mayAct } from '#shared/foundation/core/roles';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { LiveReader } from '#shared/meetings/live-transcripts/rules/live-feed';

/**
 * Whether someone may read the live transcripts of a workspace now: their role allows it, the workspace is open, and the
 * credential that they came with is still valid. Five reads at once.
 */
export async function mayRead(table: Table, opened: Opened, workspace: WorkspaceId, now: Instant): Promise<boolean> {
  const [found, role, isValid] = await Promise.all([
    workspaces.find(table, workspace),
    roleOf(table, opened.userId, workspace),
    isStillValid(table, opened, now),
  ]);
  const isOpen = found !== undefined && found.state.archivedAt === null;
  return isOpen && role !== undefined && mayAct(role.role, 'read') && isValid;
}

/** The same for each of these connections. */
export const rightsOf = (
  table: Table,
  readers: readonly LiveReader[],
  workspace: WorkspaceId,
  now: Instant,
): Promise<readonly boolean[]> =>
  Promise.all(
    readers.map(({ userId, credential, connectedAt }) =>
      mayRead(table, { userId, credential, at: connectedAt }, workspace, now),
    ),
  );
