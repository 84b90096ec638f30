import type { Bot, BotChoices, BotIdentity } from '#shared/bots/rules/bot';
import { type BotMetadataChange, botMetadataAfter } from '#shared/bots/rules/bot-metadata';
import { startFor } from '#shared/bots/rules/meeting-for-bot';
import { conflict } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { platformOf } from '#shared/meetings/rules/meeting-url';

/** What was sent; undefined leaves a field as it is. */
export interface BotPatch {
  readonly metadata: BotMetadataChange | undefined;
  readonly identity: Partial<Pick<BotIdentity, 'botName' | 'welcomeMessage' | 'participants'>>;
  readonly choices: Partial<BotChoices>;
  readonly schedule: Partial<Pick<BotIdentity, 'joinAt' | 'meetingUrl'>>;
}

/** Metadata changes in every status, the other fields while the bot is queued, its schedule only if it was sent by hand. */
export function updateBot(bot: Bot, meeting: Meeting, patch: BotPatch, now: Instant): Bot {
  const { metadata, identity, choices, schedule } = patch;
  const labelled = metadata ? { ...bot, metadata: botMetadataAfter(bot.metadata, metadata) } : bot;
  if (Object.keys({ ...identity, ...choices, ...schedule }).length === 0) return labelled;
  if (labelled.status !== 'queued')
    throw conflict(`Only the metadata of a bot that is ${bot.status} can be changed.`, 'bot_not_editable');
  if (bot.automatic && Object.keys(schedule).length > 0)
    throw conflict(
      'A bot sent by settings follows its meeting: join_at and meeting_url cannot be changed.',
      'bot_not_editable',
    );
  const { joinAt } = schedule;
  return {
    ...labelled,
    ...identity,
    ...(labelled.unchosen && { unchosen: labelled.unchosen.filter((word) => identity[word] === undefined) }),
    ...schedule,
    ...(joinAt !== undefined && { startsAt: startFor(meeting, joinAt ?? now) }),
    choices: { ...labelled.choices, ...choices },
  };
}

/** A meeting that only one bot knows of has the bot's link and time. */
export function rescheduledWith(bot: Bot, meeting: Meeting): Meeting {
  if (meeting.source !== 'bot' || meeting.recordings.length > 1) return meeting;
  return { ...meeting, startsAt: bot.joinAt, meetingUrl: bot.meetingUrl, platform: platformOf(bot.meetingUrl) };
}
