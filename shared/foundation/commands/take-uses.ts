import type { CommandContext } from '#shared/foundation/commands/context';
import type { LimitName } from '#shared/foundation/core/limits';
import { Refusal } from '#shared/foundation/core/refusal';
import { type Counted, isShared, type LimitCounter, type Use } from '#shared/foundation/core/uses';

type Counter = Pick<LimitCounter, 'giveBack'>;

/** The uses that were taken, or the limit that has no room: then none of them is taken. */
export type TakenUses = { readonly taken: readonly Use[] } | { readonly reached: LimitName };

/** Takes every use or none. Throws `Throttled` where one could not be counted. */
export const takeUses =
  (counter: Counter & Pick<LimitCounter, 'hasRoomFor'>) =>
  (uses: readonly Counted[]): Promise<TakenUses> =>
    takeTogether(counter, uses, counter.hasRoomFor);

/**
 * The same for a request, before work that costs something even where it is refused or loses a race: throws the 429 of a
 * limit that is reached. What is counted stays, however the work ends.
 */
export async function requireUses(
  { limitCounter }: Pick<CommandContext, 'limitCounter'>,
  uses: readonly Counted[],
): Promise<void> {
  await takeTogether(limitCounter, uses, async (use) => {
    await limitCounter.take(use);
    return true;
  });
}

type Take = (use: Use) => Promise<boolean>;

/**
 * All at once, in one round trip, and one more for a use that counts for a founder. Where one is refused, or cannot be
 * counted, the others are given back.
 */
async function takeTogether(counter: Counter, uses: readonly Counted[], take: Take): Promise<TakenUses> {
  const asked = await Promise.allSettled(uses.map((use) => takeOne(counter, use, take)));
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const taken = answers.flatMap((answer) => ('taken' in answer ? answer.taken : []));
  const failed = asked.find((one) => one.status === 'rejected');
  const refused = answers.find((answer) => 'reached' in answer);
  if (!failed && !refused) return { taken };
  await giveBackAll(counter, taken);
  if (failed) throw failed.reason;
  return refused ?? { taken: [] };
}

async function takeOne(counter: Counter, use: Counted, take: Take): Promise<TakenUses> {
  if (!isShared(use)) return (await take(use)) ? { taken: [use] } : { reached: use.limit };
  const isFirst = await take(use.first).catch((error: unknown) => {
    if (error instanceof Refusal) return false;
    throw error;
  });
  return isFirst ? { taken: [use.first] } : takeTogether(counter, use.further, take);
}

/** A limit of the whole deployment, of which those that come seldom have a part of their own. */
interface UsesOfDeployment {
  /** Of who asks: as long as there is room, the use is none of the further ones. */
  readonly first: Use;
  readonly further: Use;
  readonly all: Use;
}

/**
 * What one more use counts towards the limits of a deployment, after the limits of who asks: what these refuse uses up
 * nothing of it. The use is counted among the first ones of who asks where these have room.
 */
export async function usesOfDeployment(
  counter: Pick<LimitCounter, 'hasRoomFor'>,
  { first, further, all }: UsesOfDeployment,
): Promise<readonly Use[]> {
  return (await counter.hasRoomFor(first)) ? [all] : [further, all];
}

/** For what was not done after all. */
export async function giveBackAll(counter: Counter, uses: readonly Use[]): Promise<void> {
  await Promise.all(uses.map((use) => counter.giveBack(use)));
}
