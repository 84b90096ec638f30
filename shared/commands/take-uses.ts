import type { CommandContext } from '#shared/commands/context';
import type { LimitCounter, LimitName, Use } from '#shared/core/limits';

type Counter = Pick<LimitCounter, 'giveBack'>;

/** The uses that were taken, or the limit that has no room: then none of them is taken. */
export type TakenUses = { readonly taken: readonly Use[] } | { readonly reached: LimitName };

/** Takes every use or none. Throws `Throttled` where one could not be counted. */
export const takeUses =
  (counter: Counter & Pick<LimitCounter, 'hasRoomFor'>) =>
  async (uses: readonly Use[]): Promise<TakenUses> => {
    const refused = await takeInTurn(counter, uses, counter.hasRoomFor);
    return refused ? { reached: refused.limit } : { taken: uses };
  };

/**
 * The same for a request, before work that costs something even where it is refused or loses a race: throws the 429 of a
 * limit that is reached. What is counted stays, however the work ends.
 */
export async function requireUses(
  { limitCounter }: Pick<CommandContext, 'limitCounter'>,
  uses: readonly Use[],
): Promise<void> {
  await takeInTurn(limitCounter, uses, async (use) => {
    await limitCounter.take(use);
    return true;
  });
}

/** One after the other: what comes behind a use that is refused is never counted, and what came before is given back. */
async function takeInTurn(
  counter: Counter,
  uses: readonly Use[],
  take: (use: Use) => Promise<boolean>,
): Promise<Use | undefined> {
  for (const [nth, use] of uses.entries()) {
    const isTaken = await take(use).catch(async (error: unknown) => {
      await giveBackAll(counter, uses.slice(0, nth));
      throw error;
    });
    if (isTaken) continue;
    await giveBackAll(counter, uses.slice(0, nth));
    return use;
  }
  return undefined;
}

/** For what was not done after all. */
export async function giveBackAll(counter: Counter, uses: readonly Use[]): Promise<void> {
  for (const use of uses) await counter.giveBack(use);
}
