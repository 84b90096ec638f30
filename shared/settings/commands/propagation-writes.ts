import type { MeetingDecision } from '#shared/bots/rules/reconcile-bots';
import { pointersToNewBots } from '#shared/calendar-events/rules/occurrence';
import { putOccurrence } from '#shared/calendar-events/store';
import type { Write } from '#shared/core/table';
import { callWrites } from '#shared/meetings/commands/load-shared-call';
import { meetingWrites } from '#shared/meetings/commands/meeting-bots';
import type { MeetingWithBots } from '#shared/settings/rules/apply-settings';

/** Saves what `applySettings` decided; pushes of calendar events find a new bot by the pointer to it. */
export const propagationWrites = (
  { meeting: before, sharedCall }: MeetingWithBots,
  decision: MeetingDecision,
): readonly (readonly Write[])[] => [
  ...meetingWrites(before, decision),
  ...callWrites(sharedCall, before.state, decision.meeting),
  ...pointersToNewBots(decision.meeting, decision.bots).map(putOccurrence),
];
