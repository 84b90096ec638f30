import type { CommandContext } from '#shared/commands/context';
import type { Use } from '#shared/core/limits';

type Counting = Pick<CommandContext, 'limitCounter'>;

/**
 * Counts uses before work that costs something even where it is refused or loses a race, each in a write of its own, all
 * at once. Throws the 429 of a limit that is reached, and counts none then. What is counted stays, however the work ends.
 */
export async function countAll({ limitCounter }: Counting, uses: readonly Use[]): Promise<void> {
  const counted = await Promise.allSettled(uses.map((use) => limitCounter.take(use)));
  const refused = counted.find((one) => one.status === 'rejected');
  if (!refused) return;
  await Promise.all(uses.filter((_, nth) => counted[nth]?.status === 'fulfilled').map(limitCounter.giveBack));
  throw refused.reason;
}

/** The same for work that undoes what it did where it fails: what was counted for it is given back then. */
export async function countedFirst<Result>(
  context: Counting,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  await countAll(context, uses);
  try {
    return await work();
  } catch (error) {
    await Promise.all(uses.map(context.limitCounter.giveBack));
    throw error;
  }
}
