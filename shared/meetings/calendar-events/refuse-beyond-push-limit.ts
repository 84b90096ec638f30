import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { limitReached } from '#shared/foundation/core/uses';
import { usedUp } from '#shared/foundation/dynamodb/limits';

/**
 * Refuses a push beyond the limit of the workspace by one read. It is made with the first reads, so that such a push costs
 * none of the second round trip; the limit itself is kept where the push is counted.
 */
export async function refuseBeyondPushLimit(
  { table, useOf, clock }: Pick<CommandContext, 'table' | 'useOf' | 'clock'>,
  workspaceId: WorkspaceId,
): Promise<void> {
  const now = clock.now();
  const [used] = await usedUp(table, [useOf('pushes', workspaceId, now)]);
  if (used) throw limitReached(used, now);
}
