import { type Bot, isUnfinished } from '#shared/domain/bots/bot';
import { isDueSoon, planBots } from '#shared/domain/bots/plan-automatic-bot';
import type { BotDecision } from '#shared/domain/bots/transitions';
import type { CalendarEvent } from '#shared/domain/calendar-events/calendar-event';
import type { DomainEvent, Job } from '#shared/domain/events';
import type { BotId } from '#shared/domain/ids';
import { carry } from '#shared/domain/meetings/carry-event';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { tellOf } from '#shared/domain/meetings/meeting-events';
import { recordBot } from '#shared/domain/meetings/record-bot';
import { settleSettings } from '#shared/domain/meetings/settle-settings';
import { isSame } from '#shared/domain/same';
import type { Layer } from '#shared/domain/settings/resolve-settings';
import type { Instant } from '#shared/domain/time';
import type { Loaded, Saved } from '#shared/ports/changes';

/** What a changed calendar event is decided with; nothing here is read again. */
export interface CarriedEvent {
  readonly before: Meeting | undefined;
  /** The meeting, or the new one that the event brings into being. */
  readonly base: Meeting;
  readonly event: CalendarEvent;
  readonly shown: CalendarEvent;
  readonly memberLayers: readonly Layer[];
  readonly workspaceLayers: readonly Layer[];
  readonly homeDomains: readonly string[];
  readonly bots: readonly Loaded<Bot>[];
  readonly boundElsewhere: boolean;
  readonly newBotId: BotId;
  readonly now: Instant;
}

export interface CarriedDecision {
  readonly meeting: Meeting;
  readonly bots: readonly Saved<Bot>[];
  readonly events: readonly DomainEvent[];
  readonly jobs: readonly Job[];
}

/** The meeting after one of its events changed: what it shows, its settings, its bots, and what to tell of it. */
export function decideCarried(facts: CarriedEvent): CarriedDecision {
  const { before, base, event, shown, now } = facts;
  const carried = carry(base, event, shown);
  const settled = settleSettings(carried, layersFor(carried, facts), { ...facts, isNew: before === undefined });
  const planned = planBots(settled, {
    now,
    newBotId: facts.newBotId,
    unfinished: facts.bots.map((bot) => bot.state).filter((bot) => isUnfinished(bot.status)),
    boundElsewhere: facts.boundElsewhere,
    identity: DEFAULT_IDENTITY,
  });
  const recorded = planned.reduce((meeting, { state }) => recordBot(meeting, state), settled);
  const same = before !== undefined && isSame(before, recorded);
  const told = tellOf(before, same ? before : { ...recorded, updatedAt: now }, now);
  const bots = changedBots(planned, facts.bots);
  return {
    meeting: same ? before : told.meeting,
    bots,
    events: [...planned.flatMap(botEvents), ...told.events],
    jobs: bots.filter(({ after }) => isDueSoon(after, now)).map(({ after }) => ({ type: 'bot.due', botId: after.id })),
  };
}

/** What a bot is called where nobody chose (decisions.md §5). */
export const DEFAULT_IDENTITY = { botName: 'Notetaker', welcomeMessage: null };

/** Other members' values are those the meeting remembers; of members who left it, nothing stays. */
function layersFor(meeting: Meeting, { base, event, memberLayers, workspaceLayers }: CarriedEvent) {
  const present = new Set<string>([...meeting.carriers.map((carrier) => carrier.memberId), ...meeting.botMembers]);
  const known = Object.entries(base.settings.layers.members).filter(([member]) => present.has(member));
  return {
    own: base.settings.layers.own,
    workspace: workspaceLayers,
    members: Object.fromEntries([...known, [event.memberId, memberLayers]]),
  };
}

const botEvents = ({ state, events }: BotDecision): readonly DomainEvent[] =>
  events.map((type) => ({ type, bot: state }));

function changedBots(planned: readonly BotDecision[], loaded: readonly Loaded<Bot>[]): readonly Saved<Bot>[] {
  return planned.flatMap(({ state: after }) => {
    const before = loaded.find((bot) => bot.state.id === after.id);
    return before && isSame(before.state, after) ? [] : [{ before, after }];
  });
}
