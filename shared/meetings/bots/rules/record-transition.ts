import { countingJobs } from '#shared/accounts/usage/rules/usage';
import { isSame } from '#shared/foundation/core/json';
import type { Loaded, Saved } from '#shared/foundation/core/store';
import { type Instant, utcDateOf } from '#shared/foundation/core/time';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type Bot, isOnItsWay } from '#shared/meetings/bots/rules/bot';
import { isDueSoon, isToBePlannedAgain } from '#shared/meetings/bots/rules/plan-automatic-bot';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { freedCall } from '#shared/meetings/meetings/rules/shared-call';
import { summaryMailJobs } from '#shared/meetings/meetings/rules/summary-mail-job';
import { type PropagateSettingsJob, propagateToMeetingAlone } from '#shared/meetings/settings/rules/propagation';

/** A bot and its meeting, as they were read. */
export interface BotAndMeeting {
  readonly bot: Loaded<Bot>;
  readonly meeting: Loaded<Meeting>;
}

/** What one transition of a bot changes. */
export interface RecordedTransition {
  readonly bot: Saved<Bot>;
  /** Undefined where the meeting stays as it is. */
  readonly meeting: Saved<Meeting> | undefined;
  readonly events: readonly DomainEvent[];
  readonly jobs: readonly Job[];
}

/**
 * Records a bot's transition in its meeting, with the events of both. Where the meeting changes for another reason in
 * the same transaction, `changed` is its new state.
 */
export function recordTransition(
  { bot, meeting }: BotAndMeeting,
  decision: BotDecision,
  at: Instant,
  changed: Meeting = meeting.state,
): RecordedTransition {
  const recorded = recordBot(changed, decision.state);
  const isTouched = !isSame(meeting.state, recorded);
  const after = withEvents(meeting.state, isTouched ? { ...recorded, updatedAt: at } : meeting.state, at);
  const isDue = decision.state.status === 'queued' && isDueSoon(decision.state, at);
  return {
    bot: { before: bot, after: decision.state },
    meeting: isTouched ? { before: meeting, after: after.state } : undefined,
    events: [...decision.events.map((type) => ({ type, bot: decision.state })), ...after.events],
    jobs: [
      ...(isDue ? [{ type: 'bot.due', botId: decision.state.id } as const] : []),
      ...freedCall(meeting.state, recorded),
      ...planningJobs(bot.state, decision.state, after.state),
      ...summaryMailJobs(after.events, at),
      ...sentBotJobs(bot.state, decision.state, at),
    ],
  };
}

/** A bot that leaves its call where its meeting has moved on meanwhile: another may be needed there. */
const planningJobs = (before: Bot, after: Bot, meeting: Meeting): readonly PropagateSettingsJob[] =>
  isOnItsWay(before.status) && !isOnItsWay(after.status) && isToBePlannedAgain(meeting)
    ? [propagateToMeetingAlone(meeting.workspaceId, meeting.id)]
    : [];

/** A bot that a worker has claimed counts as sent, whether or not it gets into the call. No event is sent for it. */
const sentBotJobs = (before: Bot, after: Bot, at: Instant): readonly Job[] =>
  before.status === 'queued' && after.status === 'joining'
    ? countingJobs({
        workspaceId: after.workspaceId,
        facts: [{ kind: 'bots_sent', subject: after.id, day: utcDateOf(at), memberId: after.memberId, amount: 1 }],
        files: [],
      })
    : [];
