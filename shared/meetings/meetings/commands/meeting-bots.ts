import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Bot, isUnfinished } from '#shared/meetings/bots/rules/bot';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import { bots } from '#shared/meetings/bots/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';

/** The bots of a meeting that are not finished; `known` has been read already. */
export async function loadUnfinishedBots(
  table: Table,
  { recordings }: Meeting,
  known?: Loaded<Bot>,
): Promise<readonly Loaded<Bot>[]> {
  const ids = recordings
    .filter(({ status, botId }) => isUnfinished(status) && botId !== known?.state.id)
    .map(({ botId }) => botId);
  const others = await Promise.all(ids.map((id) => bots.find(table, id)));
  return [known, ...others].flatMap((bot) => bot ?? []);
}

/** Saves what was decided about a meeting and its bots; of what did not change, nothing. */
export const meetingWrites = (
  before: Loaded<Meeting> | undefined,
  decision: Pick<MeetingDecision, 'meeting' | 'bots'>,
): readonly (readonly Write[])[] => [
  decision.meeting === before?.state ? [] : meetings.put(before, decision.meeting),
  ...decision.bots.map((bot) => bots.put(bot.before, bot.after)),
];
