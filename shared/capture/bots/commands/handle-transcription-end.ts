import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId } from '#shared/foundation/core/ids';
import { bots } from '#shared/meetings/bots/store';

/**
 * A speech service reports that its job about a bot has ended. The report is a hint: a new job of the recording asks the
 * service itself, and the one that waits does so later where the report is lost. A bot without a recording that is being
 * transcribed is left alone.
 */
export const handleTranscriptionEnd =
  ({ table, changes, clock }: Pick<CommandContext, 'table' | 'changes' | 'clock'>) =>
  async (botId: BotId): Promise<'continued' | 'not waiting'> => {
    const bot = (await bots.find(table, botId))?.state;
    if (bot?.status !== 'processing' || bot.results.transcript !== 'processing') return 'not waiting';
    await changes.save({ at: clock.now(), jobs: [{ type: 'job.recording', botId }] });
    return 'continued';
  };
