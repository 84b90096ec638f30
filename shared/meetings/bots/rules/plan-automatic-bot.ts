import { decided } from '#shared/foundation/core/decision';
import type { BotId } from '#shared/foundation/core/ids';
import { uniqueByEmail } from '#shared/foundation/core/people';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import {
  type Bot,
  type BotIdentity,
  dueAtOf,
  isOnItsWay,
  type JoiningBot,
  type QueuedBot,
} from '#shared/meetings/bots/rules/bot';
import { withNotes } from '#shared/meetings/bots/rules/bot-recorder';
import { JOINS_WITHIN_MS } from '#shared/meetings/bots/rules/meeting-for-bot';
import { settingsAtDispatch } from '#shared/meetings/bots/rules/settings-at-dispatch';
import { type BotDecision, cancel } from '#shared/meetings/bots/rules/transitions';
import { DEFAULT_IDENTITY, type Identity, withIdentity } from '#shared/meetings/brand-kits/rules/brand-kit';
import { type Meeting, peopleOf, type Recording, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { effectiveEnd, isCancelled } from '#shared/meetings/meetings/rules/phase';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';
import { botSettingsFrom, recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { isRoom } from '#shared/meetings/meetings/rules/rooms';

/** Bots join this long before the scheduled start: docs/limits-and-rules.md#automatic-bots. */
export const LEAD_MS = 3 * MINUTE_MS;

export interface BotPlanFacts {
  readonly now: Instant;
  readonly newBotId: BotId;
  /** The meeting's bots that are still under way, as they are stored. */
  readonly unfinished: readonly Bot[];
  /** The meeting leaves its call to the bot of another meeting. */
  readonly hasBotElsewhere: boolean;
  /** Name and welcome message of the brand kit, for a bot that follows it. Undefined leaves a queued bot as it is. */
  readonly identity?: Identity | undefined;
}

/**
 * What settings ask of a meeting's bots after it changed. They send at most one bot, and move, withdraw or bring back
 * only that one, while it is queued. While it joins, it leaves a time or call that its meeting has left, and another
 * takes its place. A bot sent by hand ends only with its calendar event.
 * docs/limits-and-rules.md#automatic-bots
 */
export function planBots(meeting: Meeting, facts: BotPlanFacts): readonly BotDecision[] {
  const queued = facts.unfinished.filter((bot): bot is QueuedBot => bot.status === 'queued');
  if (isCancelled(meeting)) return queued.map((bot) => cancel(bot, facts.now));

  const byHand = queued.filter((bot) => !bot.automatic).map((bot) => withNewestChoices(meeting, bot, facts));
  const automatic = queued.find((bot) => bot.automatic);
  if (automatic) {
    const wanted = isWanted(meeting, facts.now);
    return [...byHand, wanted ? decided(updatedAutomaticBot(meeting, automatic, facts)) : cancel(automatic, facts.now)];
  }
  const left = facts.unfinished.flatMap((bot) => leftBehind(meeting, bot, facts.now) ?? []);
  const remaining = left.reduce((after, { state }) => recordBot(after, state), meeting);
  const added: readonly BotDecision[] = mayHaveNewBot(remaining, facts)
    ? [decided(newAutomaticBot(meeting, facts))]
    : [];
  return [...byHand, ...left, ...added];
}

/** The end of an automatic bot that still joins a time or a call that its meeting has left; undefined for any other. */
function leftBehind(meeting: Meeting, bot: Bot, now: Instant): BotDecision | undefined {
  if (bot.status !== 'joining' || !bot.automatic) return undefined;
  const where = leftFor(meeting, bot);
  return where && cancel(withNotes(bot, [`The bot left, since its meeting was moved to another ${where}.`]), now);
}

/** A meeting that lost its link may be given the same again: its bot stays. */
function leftFor(meeting: Meeting, bot: JoiningBot): 'call' | 'time' | undefined {
  if (meeting.meetingUrl !== null && callKeyOf(meeting.meetingUrl) !== callKeyOf(bot.meetingUrl)) return 'call';
  return followed(meeting).startsAt === bot.startsAt ? undefined : 'time';
}

/** A bot sent by hand keeps its time, link and people, and follows the brand kit and the meeting's settings. */
const withNewestChoices = (meeting: Meeting, bot: QueuedBot, facts: BotPlanFacts): BotDecision =>
  decided({ ...withNewestIdentity(bot, facts), choices: settingsAtDispatch(bot, meeting, facts.now) });

const withNewestIdentity = (bot: QueuedBot, { identity }: BotPlanFacts): QueuedBot =>
  identity && bot.unchosen ? withIdentity(bot, identity) : bot;

const isWanted = (meeting: Meeting, now: Instant): boolean =>
  meeting.settings.values['recording.enabled'] && meeting.platform !== null && effectiveEnd(meeting) > now;

function mayHaveNewBot(meeting: Meeting, { now, hasBotElsewhere }: BotPlanFacts): boolean {
  const underWay = meeting.recordings.some((recording) => isOnItsWay(recording.status));
  if (!isWanted(meeting, now) || hasBotElsewhere || underWay) return false;
  return meeting.recordings.every((recording) => mayReplace(recording, meeting));
}

/**
 * Whether a bot that has left its call, other than by being cancelled, was the last one sent and its meeting has moved to a
 * later start or another call since: then another is planned.
 */
export function isToBePlannedAgain(meeting: Meeting): boolean {
  const last = meeting.recordings.at(-1);
  if (!last || isOnItsWay(last.status) || last.status === 'cancelled') return false;
  return mayReplace(last, meeting);
}

/**
 * A bot that was cancelled before it recorded is replaced; one that has left its call, automatic or not, only for a later
 * start or another call. One is cancelled in its call by those who want none there.
 */
function mayReplace({ status, automatic, scheduledAt, startedAt, call }: Recording, meeting: Meeting): boolean {
  if (status === 'cancelled') return startedAt === null;
  if (call !== undefined && meeting.meetingUrl !== null && call !== callKeyOf(meeting.meetingUrl)) return true;
  const latestForSameStart = automatic ? scheduledAt : later(scheduledAt, JOINS_WITHIN_MS - LEAD_MS);
  return joinTimeOf(meeting) > latestForSameStart;
}

/** The time that was chosen, where the end was not moved before it; else three minutes ahead. */
function joinTimeOf(meeting: Meeting): Instant {
  const { chosenJoinAt, endsAt } = meeting;
  const isInTime = chosenJoinAt !== undefined && (endsAt === null || chosenJoinAt < endsAt);
  return isInTime ? chosenJoinAt : later(sortTimeOf(meeting), -LEAD_MS);
}

const newAutomaticBot = (meeting: Meeting, { now, newBotId, identity }: BotPlanFacts): QueuedBot => ({
  ...(identity ?? DEFAULT_IDENTITY),
  unchosen: ['botName', 'welcomeMessage'],
  id: newBotId,
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  automatic: true,
  memberId: null,
  status: 'queued',
  metadata: {},
  ownSettingsId: null,
  createdAt: now,
  ...followed(meeting),
});

/** A queued automatic bot with the meeting's newest time, link, people and settings. */
const updatedAutomaticBot = (meeting: Meeting, bot: QueuedBot, facts: BotPlanFacts): QueuedBot => ({
  ...withNewestIdentity(bot, facts),
  ...followed(meeting),
});

function followed(meeting: Meeting) {
  const joinAt = joinTimeOf(meeting);
  return {
    meetingUrl: meeting.meetingUrl ?? '',
    joinAt,
    // A recorder that is out of reach has its ten minutes from a later join time, too.
    startsAt: meeting.startsAt !== null && meeting.startsAt < joinAt ? joinAt : meeting.startsAt,
    choices: botSettingsFrom(meeting.settings.values),
    participants: invitedTo(meeting),
  };
}

/** Everyone invited but rooms, by email once each. */
export const invitedTo = (meeting: Meeting): BotIdentity['participants'] =>
  uniqueByEmail(peopleOf(meeting))
    .filter(({ email }) => email === null || !isRoom(email))
    .map(({ email, name }) => ({ email, name }));

/** Due sooner than the sweeper would surely see it: an internal event sends it on its way at once. */
export const isDueSoon = (bot: Bot, now: Instant): boolean => {
  const dueAt = dueAtOf(bot);
  return dueAt !== null && dueAt < later(now, LEAD_MS);
};
