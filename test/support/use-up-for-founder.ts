import type { CommandContext } from '#shared/foundation/commands/context';
import { FOUNDER_LIMITS, firstUses, type SharedLimit } from '#shared/foundation/core/limits';

interface Founded {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Uses a limit of a founder up, as other workspaces of theirs would, and the first uses of this one. */
export async function useUpForFounder(
  { clock, useOf, limitCounter }: Pick<CommandContext, 'clock' | 'useOf' | 'limitCounter'>,
  limit: SharedLimit,
  { workspaceId, userId }: Founded,
): Promise<void> {
  const ofWorkspace = useOf(limit, workspaceId, clock.now());
  const ofFounder = useOf(FOUNDER_LIMITS[limit].ofFounder, userId, clock.now());
  await limitCounter.take({ ...ofWorkspace, amount: firstUses(limit, ofWorkspace.most) });
  await limitCounter.take({ ...ofFounder, amount: ofFounder.most });
}
