import type { CommandContext } from '#shared/commands/context';
import type { LimitCounter, LimitName, Use } from '#shared/core/limits';

type Counter = Pick<LimitCounter, 'giveBack'>;

/** The uses that were taken, or the limit that has no room: then none of them is taken. */
export type TakenUses = { readonly taken: readonly Use[] } | { readonly reached: LimitName };

/** Takes every use or none. Throws `Throttled` where one could not be counted. */
export const takeUses =
  (counter: Counter & Pick<LimitCounter, 'hasRoomFor'>) =>
  async (uses: readonly Use[]): Promise<TakenUses> => {
    const refused = await takeTogether(counter, uses, counter.hasRoomFor);
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
  await takeTogether(limitCounter, uses, async (use) => {
    await limitCounter.take(use);
    return true;
  });
}

/** All at once, in one round trip. Where one is refused, or cannot be counted, the others are given back. */
async function takeTogether(
  counter: Counter,
  uses: readonly Use[],
  take: (use: Use) => Promise<boolean>,
): Promise<Use | undefined> {
  const asked = await Promise.allSettled(uses.map(take));
  const isTaken = (nth: number) => asked[nth]?.status === 'fulfilled' && asked[nth].value;
  const refused = uses.find((_, nth) => !isTaken(nth));
  if (refused === undefined) return undefined;
  await giveBackAll(
    counter,
    uses.filter((_, nth) => isTaken(nth)),
  );
  const failed = asked.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return refused;
}

/** For what was not done after all. */
export async function giveBackAll(counter: Counter, uses: readonly Use[]): Promise<void> {
  await Promise.all(uses.map((use) => counter.giveBack(use)));
}
