import { placeCounter } from '#shared/bots/planned-places-store';
import type { Bot } from '#shared/bots/rules/bot';
import { type PlacesIn, placesOfChange } from '#shared/bots/rules/planned-places';
import { isUnsaved } from '#shared/commands/changes';
import type { CommandContext } from '#shared/commands/context';
import { giveBackAll, takeUses } from '#shared/commands/take-uses';
import type { Use } from '#shared/core/limits';
import type { Saved } from '#shared/core/store';

/** What is decided about bots, and how it is saved. */
interface Planning<Decision extends AboutBots> {
  readonly workspace: PlacesIn;
  /** Decides again, without new bots at that time, where those that join then are as many as may be. */
  decide(isTimeFull: boolean): Decision;
  save(decision: Decision): Promise<void>;
}

interface AboutBots {
  readonly bots: readonly Saved<Bot>[];
}

type PlacesContext = Pick<CommandContext, 'table' | 'clock' | 'useOf'>;

/**
 * Saves a decision about bots within the limit of those that join at one time. Their places are counted in
 * writes of their own, one round trip before and after the transaction, because the bots of many meetings that are pushed
 * at once share the row. A decision that gives no bot another time writes nothing more.
 */
export async function saveWithinPlaces<Decision extends AboutBots>(
  context: PlacesContext,
  { save, ...planning }: Planning<Decision>,
): Promise<Decision> {
  const counter = placeCounter(context);
  const { decision, taken } = await decideWithinPlaces(context, planning);
  try {
    await save(decision);
  } catch (error) {
    if (isUnsaved(error)) await giveBackAll(counter, taken);
    throw error;
  }
  // A place that cannot be given back stays taken: what was asked for is done.
  await giveBackAll(counter, placesOfChange(context.useOf, planning.workspace, decision.bots).left).catch(
    () => undefined,
  );
  return decision;
}

/** The decision with the places that were taken for it, for what is saved with much else: it gives none back. */
export async function decideWithinPlaces<Decision extends AboutBots>(
  context: PlacesContext,
  { workspace, decide }: Pick<Planning<Decision>, 'workspace' | 'decide'>,
): Promise<{ readonly decision: Decision; readonly taken: readonly Use[] }> {
  const decision = decide(false);
  const { taken } = placesOfChange(context.useOf, workspace, decision.bots);
  const asked = await takeUses(placeCounter(context))(taken);
  return 'reached' in asked ? { decision: decide(true), taken: [] } : { decision, taken };
}
