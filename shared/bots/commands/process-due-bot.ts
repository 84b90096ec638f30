import { askRecorder } from '#shared/bots/commands/ask-recorder';
import type { BotWorkContext, NextDue } from '#shared/bots/commands/bot-work';
import { checkRecorder } from '#shared/bots/commands/check-recorder';
import { dispatchBot } from '#shared/bots/commands/dispatch-bot';
import { releaseBot } from '#shared/bots/commands/release-bot';
import { atRecorder } from '#shared/bots/rules/bot-recorder';
import { bots } from '#shared/bots/store';
import { withRetry } from '#shared/commands/command';
import type { BotId } from '#shared/core/ids';
import { recorderRegistry } from '#shared/recorders/store';

/**
 * Does what a bot is due for: dispatches it, or checks what the recorder says of it. Safe to run twice on one message,
 * since every step is decided on the bot as it is stored and saved against its revision.
 */
export const processDueBot =
  (context: BotWorkContext) =>
  (id: BotId): Promise<NextDue> =>
    withRetry(context, async (attempt) => {
      const [bot, stored] = await Promise.all([bots.find(context.table, id), recorderRegistry.find(context.table)]);
      if (!bot) return null;
      const run = { ...context, registry: stored?.state ?? context.recorders.initial };
      switch (bot.state.status) {
        case 'queued':
          return dispatchBot(run, bot);
        case 'joining':
        case 'in_call':
          return atRecorder(bot.state) ? checkRecorder(run, bot) : askRecorder(run, bot);
        case 'cancelled':
          // Cancelled since the first attempt: the recorder may have had the cancellation before it had the bot.
          if (attempt > 0) await releaseBot(context, bot.state);
          return null;
        default:
          return null;
      }
    });
