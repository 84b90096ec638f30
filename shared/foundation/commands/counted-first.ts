import type { CommandContext } from '#shared/foundation/commands/context';
import { giveBackAll, requireUses } from '#shared/foundation/commands/take-uses';
import type { Use } from '#shared/foundation/core/uses';

/** Counts uses before work that undoes what it did where it fails: they are given back then. 429 where one is refused. */
export async function countedFirst<Result>(
  context: Pick<CommandContext, 'limitCounter'>,
  uses: readonly Use[],
  work: () => Promise<Result>,
): Promise<Result> {
  await requireUses(context, uses);
  try {
    return await work();
  } catch (error) {
    await giveBackAll(context.limitCounter, uses);
    throw error;
  }
}
