import type { LimitCounter, LimitName, Use } from '#shared/core/limits';

/** The uses that were taken, or the limit that has no room: then none of them is taken. */
export type TakenUses = { readonly taken: readonly Use[] } | { readonly reached: LimitName };

/** Takes every use or none, one after the other. Throws `Throttled` where one could not be counted. */
export const takeUses =
  (counter: Pick<LimitCounter, 'hasRoomFor' | 'giveBack'>) =>
  async (uses: readonly Use[]): Promise<TakenUses> => {
    const taken: Use[] = [];
    for (const use of uses) {
      if (await hasRoom(use)) {
        taken.push(use);
        continue;
      }
      await giveBackAll(counter, taken);
      return { reached: use.limit };
    }
    return { taken };

    async function hasRoom(use: Use): Promise<boolean> {
      try {
        return await counter.hasRoomFor(use);
      } catch (error) {
        await giveBackAll(counter, taken);
        throw error;
      }
    }
  };

/** For what was not done after all. */
export async function giveBackAll(counter: Pick<LimitCounter, 'giveBack'>, uses: readonly Use[]): Promise<void> {
  for (const use of uses) await counter.giveBack(use);
}
