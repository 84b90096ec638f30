import type { BotId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Loaded, Saved } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type Bot, isUnfinished } from '#shared/meetings/bots/rules/bot';
import { isDueSoon, planBots } from '#shared/meetings/bots/rules/plan-automatic-bot';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';
import type { Identities } from '#shared/meetings/brand-kits/rules/brand-kit';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { freedCall } from '#shared/meetings/meetings/rules/shared-call';

/** What decides about the bots of a meeting, beside the meeting. */
export interface BotFacts {
  /** The meeting's bots, as they are stored. */
  readonly bots: readonly Loaded<Bot>[];
  /** The meeting leaves its call to the bot of another meeting. */
  readonly hasBotElsewhere: boolean;
  readonly newBotId: BotId;
  /** Names and welcome messages of bots. Without them a queued bot keeps its own, and a new one gets them when it is dispatched. */
  readonly identities?: Identities;
  readonly now: Instant;
}

/** What a rule decided about a meeting and its bots. */
export interface MeetingDecision {
  /** The meeting to save; the same object as before where nothing changed. */
  readonly meeting: Meeting;
  readonly bots: readonly Saved<Bot>[];
  readonly events: readonly DomainEvent[];
  readonly jobs: readonly Job[];
}

/** Brings the bots of a meeting in line with its settings and its schedule, after either changed. */
export function reconcileBots(before: Meeting | undefined, changed: Meeting, facts: BotFacts): MeetingDecision {
  const { bots: loaded, now } = facts;
  const identity = facts.identities?.(changed.settings.values['branding.brand_kit_id']);
  const unfinished = loaded.map(({ state }) => state).filter(({ status }) => isUnfinished(status));
  const planned = planBots(changed, { ...facts, unfinished, identity });
  const recorded = planned.reduce((meeting, { state }) => recordBot(meeting, state), changed);
  const same = before !== undefined && isSame(before, recorded);
  const updated = withEvents(before, same ? before : { ...recorded, updatedAt: now }, now);
  const bots = changedBots(planned, loaded);
  return {
    meeting: same ? before : updated.state,
    bots,
    events: [...planned.flatMap(({ state: bot, events }) => events.map((type) => ({ type, bot }))), ...updated.events],
    jobs: [
      ...bots
        .filter(({ after }) => isDueSoon(after, now))
        .map(({ after }) => ({ type: 'bot.due', botId: after.id }) as const),
      ...bots.filter(hasToLeave).map(({ after }) => ({ type: 'job.recording', botId: after.id }) as const),
      ...freedCall(before, recorded),
    ],
  };
}

/** It is cancelled at its recorder, too. */
const hasToLeave = ({ before, after }: Saved<Bot>): boolean =>
  before?.state.status === 'joining' && after.status === 'cancelled';

const changedBots = (planned: readonly BotDecision[], loaded: readonly Loaded<Bot>[]): readonly Saved<Bot>[] =>
  planned.flatMap(({ state: after }) => {
    const before = loaded.find(({ state }) => state.id === after.id);
    return before && isSame(before.state, after) ? [] : [{ before, after }];
  });
