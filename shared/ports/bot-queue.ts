import type { BotId } from '#shared/domain/ids';

/** Wakes the worker of bots after a while; a hint, since the bot's own due moment is kept with it. */
export interface BotQueue {
  /** At most 900 s ahead (the longest delay of SQS). */
  wake(botId: BotId, inSeconds: number): Promise<void>;
}

export const LONGEST_DELAY_SECONDS = 900;
