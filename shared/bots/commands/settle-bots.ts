import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { isDueSoon, planBots } from '#shared/bots/rules/plan-automatic-bot';
import type { BotDecision } from '#shared/bots/rules/transitions';
import type { Identities } from '#shared/brand-kits/rules/kit-identity';
import type { BotId } from '#shared/core/ids';
import { isSame } from '#shared/core/same';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { DomainEvent, Job } from '#shared/events/rules/domain-event';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { tellOf } from '#shared/meetings/rules/meeting-events';
import { recordBot } from '#shared/meetings/rules/record-bot';

export interface BotsAround {
  /** The meeting's bots, as they are stored. */
  readonly bots: readonly Loaded<Bot>[];
  readonly boundElsewhere: boolean;
  readonly newBotId: BotId;
  /** Left out, a queued bot keeps its words, and a new one gets them when it is dispatched. */
  readonly identities?: Identities;
  readonly now: Instant;
}

export interface Settled {
  /** The meeting to keep; the very one before when nothing about it changed. */
  readonly meeting: Meeting;
  readonly bots: readonly Saved<Bot>[];
  readonly events: readonly DomainEvent[];
  readonly jobs: readonly Job[];
}

/** A meeting whose settings were reckoned anew: its automatic bot follows, and what changed is told. */
export function settleBots(before: Meeting | undefined, settled: Meeting, around: BotsAround): Settled {
  const { bots: loaded, now } = around;
  const identity = around.identities?.(settled.settings.values['branding.brand_kit_id']);
  const unfinished = loaded.map(({ state }) => state).filter(({ status }) => isUnfinished(status));
  const planned = planBots(settled, { ...around, unfinished, identity });
  const recorded = planned.reduce((meeting, { state }) => recordBot(meeting, state), settled);
  const same = before !== undefined && isSame(before, recorded);
  const told = tellOf(before, same ? before : { ...recorded, updatedAt: now }, now);
  const bots = changed(planned, loaded);
  return {
    meeting: same ? before : told.meeting,
    bots,
    events: [...planned.flatMap(({ state: bot, events }) => events.map((type) => ({ type, bot }))), ...told.events],
    jobs: bots.filter(({ after }) => isDueSoon(after, now)).map(({ after }) => ({ type: 'bot.due', botId: after.id })),
  };
}

const changed = (planned: readonly BotDecision[], loaded: readonly Loaded<Bot>[]): readonly Saved<Bot>[] =>
  planned.flatMap(({ state: after }) => {
    const before = loaded.find(({ state }) => state.id === after.id);
    return before && isSame(before.state, after) ? [] : [{ before, after }];
  });
