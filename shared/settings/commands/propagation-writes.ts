import type { MeetingDecision } from '#shared/bots/rules/reconcile-bots';
import { pointersToNewBots } from '#shared/calendar-events/rules/occurrence';
import { putOccurrence } from '#shared/calendar-events/store';
import type { Loaded } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import { meetingWrites } from '#shared/meetings/commands/meeting-writes';
import type { Meeting } from '#shared/meetings/rules/meeting';

/** Saves what `propagateSettings` decided; pushes of calendar events find a new bot by the pointer to it. */
export const propagationWrites = (
  before: Loaded<Meeting>,
  decision: MeetingDecision,
): readonly (readonly Write[])[] => [
  ...meetingWrites(before, decision),
  ...pointersToNewBots(decision.meeting, decision.bots).map(putOccurrence),
];
