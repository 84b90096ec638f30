import type { BotId } from '#shared/foundation/core/ids';
import type { Bot, InCallBot } from '#shared/meetings/bots/rules/bot';
import type { LiveStatus } from '#shared/meetings/live-transcripts/rules/live-feed';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** The bot that a meeting is read through while it is live: one in the call before one that joins. */
export function liveBotOf({ recordings }: Pick<Meeting, 'recordings'>): BotId | undefined {
  const live = (status: string) => recordings.find((recording) => recording.status === status)?.botId;
  return live('in_call') ?? live('joining');
}

/** The recorder may report the end of a call some time before its files, until which the bot is in the call. */
export function liveStatusOf(bot: Bot | undefined): LiveStatus {
  if (bot?.status === 'joining') return 'joining';
  return bot && isInCall(bot) ? 'in_call' : 'ended';
}

/** Whether lines of the bot are taken. */
export const isInCall = (bot: Bot): bot is InCallBot =>
  bot.status === 'in_call' && bot.recorder?.seen?.state !== 'ended' && bot.recorder?.seen?.state !== 'failed';
