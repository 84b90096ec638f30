import { loadBot } from '#shared/capture/bots/commands/load-bot';
import { saveTransition } from '#shared/capture/bots/commands/save-transition';
import { recordingLeases } from '#shared/capture/bots/recording-leases-store';
import { command } from '#shared/foundation/commands/command';
import type { BotId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { type RerunPart, rerunRecording } from '#shared/meetings/bots/rules/rerun-recording';

interface Asked {
  readonly botId: BotId;
  /** Undefined stands for the first part that failed. */
  readonly from: RerunPart | undefined;
}

/**
 * Begins a part of the work on a recording again: its bot, its meeting, how far the work is, and the job that the ordinary
 * path writes. 409 for what cannot be run again, and while a worker has the recording; 404 where it was deleted. A second
 * request finds the bot at work.
 */
export const rerunBot = command(async (context, { botId, from }: Asked): Promise<Bot> => {
  const { table, clock } = context;
  const loaded = await loadBot(context, botId);
  if (loaded.workspace.archivedAt !== null) throw conflict('The workspace is archived.');
  const now = clock.now();
  const { decision, cursor } = rerunRecording(loaded.bot.state, from, now);
  const begun = await recordingLeases.begin(table, botId, cursor, now);
  if (begun === 'busy') throw conflict('A worker has the recording: try again in some minutes.');
  const jobs = [{ type: 'job.recording', botId } as const];
  await saveTransition(context, loaded, decision, now, { writes: [begun], jobs });
  return decision.state;
});
