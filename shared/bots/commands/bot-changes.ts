import type { Bot } from '#shared/bots/rules/bot';
import { isDueSoon } from '#shared/bots/rules/plan-automatic-bot';
import type { BotDecision } from '#shared/bots/rules/transitions';
import type { Changes } from '#shared/commands/changes';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Job } from '#shared/events/rules/domain-event';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/rules/record-bot';
import type { Subscription } from '#shared/workspaces/rules/workspace';

export interface BotAndMeeting {
  readonly bot: Loaded<Bot>;
  readonly meeting: Loaded<Meeting>;
  readonly audience: readonly Subscription[];
}

/**
 * What one transition of a bot changes: the bot, the meeting that remembers it, and what both have to tell. A meeting
 * changed otherwise at the same time comes as `meetingNow`.
 */
export function botChanges(
  { bot, meeting, audience }: BotAndMeeting,
  decision: BotDecision,
  at: Instant,
  { meetingNow = meeting.state, jobs = [] }: { meetingNow?: Meeting; jobs?: readonly Job[] } = {},
): Changes {
  const recorded = recordBot(meetingNow, decision.state);
  const touched = !isSame(meeting.state, recorded);
  const { state: after, events } = withEvents(
    meeting.state,
    touched ? { ...recorded, updatedAt: at } : meeting.state,
    at,
  );
  const soon = isDueSoon(decision.state, at) && decision.state.status === 'queued';
  return {
    at,
    bots: [{ before: bot, after: decision.state }],
    meetings: touched ? [{ before: meeting, after }] : [],
    events: [...decision.events.map((type) => ({ type, bot: decision.state })), ...events],
    jobs: [...jobs, ...(soon ? [{ type: 'bot.due', botId: decision.state.id } as const] : [])],
    audience,
  };
}
