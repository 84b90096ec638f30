import { conflict, unprocessable } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import type { Bot, BotIdentity, BotSettings } from '#shared/meetings/bots/rules/bot';
import { type BotMetadataChange, botMetadataAfter } from '#shared/meetings/bots/rules/bot-metadata';
import { startFor } from '#shared/meetings/bots/rules/meeting-for-bot';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/meetings/rules/read-link';

/** What was sent; undefined leaves a field as it is. */
export interface BotPatch {
  readonly metadata: BotMetadataChange | undefined;
  readonly identity: Partial<Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'participants'>>;
  readonly choices: Partial<BotSettings>;
  readonly schedule: Partial<Pick<BotIdentity, 'joinAt' | 'meetingUrl'>>;
  readonly allowMultipleBots: boolean;
}

/** Metadata changes in every status, the other fields while the bot is queued, its link only if it was sent by hand. */
export function updateBot(bot: Bot, meeting: Meeting, patch: BotPatch, now: Instant): Bot {
  const { metadata, identity, choices, schedule } = patch;
  const labelled = metadata ? { ...bot, metadata: botMetadataAfter(bot.metadata, metadata) } : bot;
  if (Object.keys({ ...identity, ...choices, ...schedule }).length === 0) return labelled;
  if (labelled.status !== 'queued')
    throw conflict(`Only the metadata of a bot that is ${bot.status} can be changed.`, 'bot_not_editable');
  if (bot.automatic && schedule.meetingUrl !== undefined)
    throw conflict('A bot sent by settings follows its meeting: meeting_url cannot be changed.', 'bot_not_editable');
  // A bot that settings sent joins at an instant, also at once: later pushes of its event keep it.
  const joinAt = bot.automatic && schedule.joinAt === null ? now : schedule.joinAt;
  if (bot.automatic && joinAt) refuseAfterEnd(meeting, joinAt);
  return {
    ...labelled,
    ...identity,
    ...(labelled.unchosen && { unchosen: labelled.unchosen.filter((word) => identity[word] === undefined) }),
    ...schedule,
    ...(joinAt !== undefined && { joinAt, startsAt: startFor(meeting, joinAt ?? now) }),
    choices: { ...labelled.choices, ...choices },
  };
}

/** The meeting keeps the time at which its automatic bot is to join, until its start changes. */
export function withChosenJoin(meeting: Meeting, before: Bot, { automatic, joinAt }: Bot): Meeting {
  if (!automatic || joinAt === null || joinAt === before.joinAt) return meeting;
  return { ...meeting, chosenJoinAt: joinAt };
}

/** A bot that settings sent joins before its meeting ends; without an end, a day after the start. */
function refuseAfterEnd(meeting: Meeting, joinAt: Instant): void {
  if (joinAt >= (meeting.endsAt ?? later(sortTimeOf(meeting), DAY_MS)))
    throw unprocessable('join_at', 'invalid', 'join_at is not before the end of the meeting.');
}

/** A meeting that only one bot knows of has the bot's link and time. */
export function rescheduledWith(bot: Bot, meeting: Meeting): Meeting {
  if (meeting.source !== 'bot' || meeting.recordings.length > 1) return meeting;
  return { ...meeting, startsAt: bot.joinAt, meetingUrl: bot.meetingUrl, platform: platformOf(bot.meetingUrl) };
}
