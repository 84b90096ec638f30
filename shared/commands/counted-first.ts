import type { CommandContext } from '#shared/commands/context';
import type { Use } from '#shared/core/limits';

/**
 * Counts uses before work that costs something even where it is refused, each in a write of its own, all at once. Throws
 * the 429 of a limit that is reached; what was counted for work that fails is given back.
 */
export async function countedFirst<Result>(
  { limitCounter }: Pick<CommandContext, 'limitCounter'>,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  const counted = await Promise.allSettled(uses.map((use) => limitCounter.take(use)));
  try {
    for (const one of counted) if (one.status === 'rejected') throw one.reason;
    return await work();
  } catch (error) {
    await Promise.all(uses.filter((_, nth) => counted[nth]?.status === 'fulfilled').map(limitCounter.giveBack));
    throw error;
  }
}
