import type { Write } from '#shared/foundation/core/table';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import { pointersToNewBots } from '#shared/meetings/calendar-events/rules/occurrence';
import { putOccurrence } from '#shared/meetings/calendar-events/store';
import { callWrites } from '#shared/meetings/meetings/commands/load-shared-call';
import { meetingWrites } from '#shared/meetings/meetings/commands/meeting-bots';
import type { MeetingWithBots } from '#shared/meetings/settings/rules/apply-settings';

/** Saves what `applySettings` decided; pushes of calendar events find a new bot by the pointer to it. */
export const propagationWrites = (
  { meeting: before, sharedCall }: MeetingWithBots,
  decision: MeetingDecision,
): readonly (readonly Write[])[] => [
  ...meetingWrites(before, decision),
  ...callWrites(sharedCall, before.state, decision.meeting),
  ...pointersToNewBots(decision.meeting, decision.bots).map(putOccurrence),
];
