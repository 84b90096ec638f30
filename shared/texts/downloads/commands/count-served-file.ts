import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { addDownloads, downloadUses } from '#shared/texts/downloads/downloads-store';
import { LEAST_BYTES } from '#shared/texts/downloads/rules/access-log-line';

/**
 * Counts a file that the service itself sends by a link, as one that S3 sends: the access log says nothing of it. In a write
 * for each limit, which may be exceeded.
 */
export const countServedFile =
  ({ table, clock, useOf }: Pick<CommandContext, 'table' | 'clock' | 'useOf'>) =>
  async (workspace: Workspace, sizeBytes: number): Promise<void> => {
    const downloaders = { workspaceId: workspace.id, founderId: founderOf(workspace) };
    const uses = downloadUses(useOf, downloaders, clock.now(), Math.max(LEAST_BYTES, sizeBytes));
    await Promise.all(addDownloads(uses).map((write) => table.write(write)));
  };
