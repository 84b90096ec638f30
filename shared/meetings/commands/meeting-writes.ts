import type { MeetingDecision } from '#shared/bots/rules/reconcile-bots';
import { bots } from '#shared/bots/store';
import type { Loaded } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';

/** Saves what was decided about a meeting and its bots; of what did not change, nothing. */
export const meetingWrites = (
  before: Loaded<Meeting> | undefined,
  decision: Pick<MeetingDecision, 'meeting' | 'bots'>,
): readonly (readonly Write[])[] => [
  decision.meeting === before?.state ? [] : meetings.put(before, decision.meeting),
  ...decision.bots.map((bot) => bots.put(bot.before, bot.after)),
];
