import type { BotMessageReason } from '#shared/capture/bots/commands/process-due-bot';
import { keepLines } from '#shared/capture/live-transcripts/commands/keep-lines';
import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Queue } from '#shared/foundation/events/ports';
import type { InCallBot } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { BotToServe } from '#shared/meetings/live-transcripts/ports';
import type { ReceivedHint, RecorderHints } from '#shared/meetings/recorders/registry/ports';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import { recorderBots } from '#shared/meetings/recorders/store';

/** A message to the worker that checks bots, about a change that a recorder reports. */
export interface ChangedBot {
  readonly botId: BotId;
  readonly workspaceId: WorkspaceId;
  readonly reason: Extract<BotMessageReason, string>;
}

interface Needs extends ErasureContext {
  readonly hints: RecorderHints;
  readonly queue: Queue<ChangedBot>;
  /** Of the worker that serves live transcripts. */
  readonly liveQueue: Queue<BotToServe>;
}

/**
 * Queues a status check of the bot that a verified webhook of a recorder names, while it is joining or in a call. The
 * state in the webhook is not used: the worker asks the recorder. A webhook with lines of the live transcript stores
 * them and, for a bot in the call, queues no status check.
 */
export const handleRecorderWebhook =
  (context: Needs) =>
  async (received: ReceivedHint): Promise<'queued' | 'kept' | 'forged' | 'no live bot'> => {
    const { table, hints, queue } = context;
    const hint = await hints.verify(received);
    if (hint === 'forged') return 'forged';
    const { botId, externalId, lines } = hint;
    const id = botId ?? (externalId && (await recorderBots.find(table, received.name, externalId)));
    const bot = id ? await bots.find(table, id) : undefined;
    const isLive = bot?.state.status === 'joining' || bot?.state.status === 'in_call';
    if (!bot || !isLive || bot.state.recorder?.name !== received.name) return 'no live bot';
    const { workspaceId } = bot.state;
    if (lines && bot.state.status === 'in_call') return keepFor(context, bot.state, lines);
    const message = { botId: bot.state.id, workspaceId, reason: 'changed' } as const;
    await queue.send([{ message, delaySeconds: 0, group: workspaceId }]);
    return 'queued';
  };

/** Readers are sent it by the worker, so that a recorder need not wait for them. */
async function keepFor(context: Needs, bot: InCallBot, lines: readonly LiveLine[]): Promise<'kept'> {
  const { id: botId, workspaceId } = bot;
  const feed = await keepLines(context)(bot, lines);
  if (feed && feed.readers.length > 0)
    await context.liveQueue.send([{ message: { botId, workspaceId }, group: workspaceId }]);
  return 'kept';
}
