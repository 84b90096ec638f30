import { isUnsaved } from '#shared/foundation/commands/changes';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Saved } from '#shared/foundation/core/store';
import { plannedPlaces } from '#shared/meetings/bots/planned-places-store';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { type Place, type PlacesIn, placesOfChange } from '#shared/meetings/bots/rules/planned-places';

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
 * writes of their own before and after the transaction, because the bots of many meetings that are pushed at once share
 * the row. A decision that gives no bot another time writes nothing more.
 */
export async function saveWithinPlaces<Decision extends AboutBots>(
  context: PlacesContext,
  { save, ...planning }: Planning<Decision>,
): Promise<Decision> {
  const places = plannedPlaces(context);
  const { decision, needed } = await decideWithinPlaces(context, planning);
  try {
    await save(decision);
  } catch (error) {
    if (isUnsaved(error)) await places.leave(needed);
    throw error;
  }
  // A place that cannot be given back stays taken: what was asked for is done.
  await places.leave(placesOfChange(context.useOf, planning.workspace, decision.bots).left).catch(() => undefined);
  return decision;
}

/** The decision with the places that were taken for it, for what is saved with much else: it gives none back. */
export async function decideWithinPlaces<Decision extends AboutBots>(
  context: PlacesContext,
  { workspace, decide }: Pick<Planning<Decision>, 'workspace' | 'decide'>,
): Promise<{ readonly decision: Decision; readonly needed: readonly Place[] }> {
  const decision = decide(false);
  const { needed } = placesOfChange(context.useOf, workspace, decision.bots);
  const isTaken = await plannedPlaces(context).take(needed);
  return isTaken ? { decision, needed } : { decision: decide(true), needed: [] };
}
