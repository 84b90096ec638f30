import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { MemberId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import { type Counted, sharedUses } from '#shared/foundation/core/uses';
import { changedAttendances } from '#shared/meetings/meetings/rules/attendances';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** Of one change, however many attempts it takes. Throws the 429 of a limit that is reached. */
export type PeopleCounter = (before: Meeting | undefined, after: Meeting) => Promise<void>;

type CountingContext = Pick<CommandContext, 'limitCounter' | 'useOf' | 'clock'>;

/** Counts the people whom one request changes: a push, or the removal of an event. */
export const pushedPeople = (context: CountingContext, workspace: Workspace): PeopleCounter =>
  peopleCounter(context, (people) => usesOf(context, workspace, 'pushed_people', people));

/**
 * Counts the people whom one event of a calendar changes: its import, or its end. Also those of a calendar or member that
 * was removed: that work can wait, and takes nothing from requests. They count for the member as well.
 */
export const importedPeople = (context: CountingContext, workspace: Workspace, memberId: MemberId): PeopleCounter =>
  peopleCounter(context, (people) => [
    context.useOf('member_imported_people', memberId, context.clock.now(), people),
    ...usesOf(context, workspace, 'imported_people', people),
  ]);

const usesOf = (
  { useOf, clock }: CountingContext,
  workspace: Workspace,
  limit: 'pushed_people' | 'imported_people',
  people: number,
): readonly Counted[] => {
  const founded = { workspaceId: workspace.id, founderId: founderOf(workspace) };
  return sharedUses(useOf, limit, founded, clock.now(), people);
};

/**
 * Counts the people whose attendance a change of a meeting changes. It is kept over the attempts of one request or import:
 * what an earlier one counted and lost is not counted again. One that the meeting had already, as in the calendar of
 * another member, is none.
 */
function peopleCounter(context: CountingContext, uses: (people: number) => readonly Counted[]): PeopleCounter {
  let counted = 0;
  let last: Promise<void> = Promise.resolve();
  const countTo = async (people: number): Promise<void> => {
    if (people <= counted) return;
    await requireUses(context, uses(people - counted));
    counted = people;
  };
  return (before, after) => {
    const people = changedAttendances(before, after);
    if (people === 0) return Promise.resolve();
    last = last.catch(unlessRefused).then(() => countTo(people));
    return last;
  };
}

/** A later attempt asks again where the table failed, and not where the limit is reached. */
function unlessRefused(error: unknown): void {
  if (error instanceof Refusal) throw error;
}

interface Planning<Decision> {
  decide(isTimeFull: boolean): Decision;
  save(decision: Decision): Promise<void>;
}

/**
 * Counts the people of a decision beside the places of its bot, and before it is saved: it takes no round trip of its own
 * where there is a bot.
 */
export function countingPeople<Decision extends { readonly meeting: Meeting }>(
  count: PeopleCounter,
  before: Meeting | undefined,
  { decide, save }: Planning<Decision>,
): Planning<Decision> {
  return {
    decide(isTimeFull) {
      const decision = decide(isTimeFull);
      // Its refusal is thrown where it is saved.
      count(before, decision.meeting).catch(() => undefined);
      return decision;
    },
    async save(decision) {
      await count(before, decision.meeting);
      await save(decision);
    },
  };
}
