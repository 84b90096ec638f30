import type { CommandContext } from '#shared/foundation/commands/context';
import { addWithin, limitCounter } from '#shared/foundation/dynamodb/limits';
import type { Place } from '#shared/meetings/bots/rules/planned-places';

/** Counts the places of queued bots, also for calendar syncs, whose other limits are off. */
export function plannedPlaces({ table, clock }: Pick<CommandContext, 'table' | 'clock'>) {
  const founders = limitCounter(table, clock);

  const takeFirst = ({ ofWorkspace, first }: Place): Promise<boolean> =>
    table.write(addWithin(ofWorkspace, 1, { from: 0, to: Math.min(first, ofWorkspace.most) - 1 }));

  /** Where the workspace has no room, or cannot count it, its founder gets the place back. */
  async function takeFurther({ ofWorkspace, first, ofFounder }: Place): Promise<boolean> {
    if (!(await founders.hasRoomFor(ofFounder))) return false;
    const further = addWithin(ofWorkspace, 1, { from: first, to: ofWorkspace.most - 1 });
    const isTaken = await table.write(further).catch(async (error: unknown) => {
      await founders.giveBack(ofFounder);
      throw error;
    });
    if (!isTaken) await founders.giveBack(ofFounder);
    return isTaken;
  }

  /** False where there is no room. Between the two writes others may leave one of the first, so it is asked for again. */
  const takeOne = async (place: Place): Promise<boolean> =>
    (await takeFirst(place)) || (await takeFurther(place)) || takeFirst(place);

  async function leaveOne({ ofWorkspace, first, ofFounder }: Place): Promise<void> {
    if (await table.write(addWithin(ofWorkspace, -1, { from: 1, to: first }))) return;
    const wasFurther = await table.write(addWithin(ofWorkspace, -1, { from: first + 1, to: Number.MAX_SAFE_INTEGER }));
    if (wasFurther) await founders.giveBack(ofFounder);
  }

  async function leave(places: readonly Place[]): Promise<void> {
    for (const place of places) await leaveOne(place);
  }

  return {
    /** Takes every place or none: false where there is no room for one. Throws `Throttled` where one cannot be counted. */
    async take(places: readonly Place[]): Promise<boolean> {
      for (const [nth, place] of places.entries()) {
        const taken = places.slice(0, nth);
        const hasRoom = await takeOne(place).catch(async (error: unknown) => {
          await leave(taken);
          throw error;
        });
        if (hasRoom) continue;
        await leave(taken);
        return false;
      }
      return true;
    },

    /** Of bots that are no longer queued for their time, or were not saved. */
    leave,
  };
}
