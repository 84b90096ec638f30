import { CliError } from '#bin/cli/cli-error';
import { openRecorder, type RecorderSource } from '#bin/operator/recorders/open-recorder';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { atRecorder } from '#shared/meetings/bots/rules/bot-recorder';

/**
 * Whether the recorder of a bot still has the files of its recording; of the simulator it is not asked. Throws a CliError
 * where the recorder is out of reach.
 */
export const recordingAtRecorder =
  (source: RecorderSource) =>
  async (bot: Bot): Promise<boolean> => {
    const remoteBot = atRecorder(bot);
    if (!remoteBot || !bot.recorder) return false;
    const { name } = bot.recorder;
    const remote = await openRecorder(source, name);
    if (remote === 'simulator') return true;
    try {
      const seen = await remote.observe(remoteBot);
      return seen?.state === 'ended' && seen.files !== null;
    } catch (error) {
      throw new CliError(
        `The recorder ${name} does not answer: ${error instanceof Error ? error.message : 'no reason'}`,
      );
    }
  };
