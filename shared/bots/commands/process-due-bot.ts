import { type BotWorkContext, checkRecorder, type NextDue } from '#shared/bots/commands/check-recorder';
import { dispatchBot } from '#shared/bots/commands/dispatch-bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import { bots } from '#shared/bots/store';
import { withRetry } from '#shared/commands/command';
import type { BotId } from '#shared/core/ids';

/**
 * Does what a bot is due for: dispatches it, or checks what the recorder says of it. Safe to run twice on one message,
 * since every step is decided on the bot as it is stored and saved against its revision.
 */
export const processDueBot =
  (context: BotWorkContext) =>
  (id: BotId): Promise<NextDue> =>
    withRetry(context, async (attempt) => {
      const bot = await bots.find(context.table, id);
      if (!bot) return null;
      const { status } = bot.state;
      // Cancelled since the first attempt: the recorder may have had the cancellation before it had the bot.
      if (attempt > 0 && status === 'cancelled') await context.recorder.cancel(atRecorder(bot.state));
      if (status === 'queued') return dispatchBot(context, bot);
      return status === 'joining' || status === 'in_call' ? checkRecorder(context, bot) : null;
    });
