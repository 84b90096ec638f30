import { bots } from '#shared/bots/store';
import type { CommandContext } from '#shared/commands/context';
import type { BotId, WorkspaceId } from '#shared/core/ids';
import type { Queue } from '#shared/events/ports';
import type { ReceivedHint, RecorderHints } from '#shared/recorders/registry/ports';
import { recorderBots } from '#shared/recorders/store';

/** A message to the worker that follows bots. */
export interface BotToWake {
  readonly botId: BotId;
  readonly workspaceId: WorkspaceId;
}

interface Needs extends Pick<CommandContext, 'table'> {
  readonly hints: RecorderHints;
  readonly queue: Queue<BotToWake>;
}

/**
 * Wakes the bot that a verified webhook of a recorder is about, where it is joining or in a call: the worker asks the
 * recorder for its state. What the webhook says of that state is not used.
 */
export const handleHint =
  ({ table, hints, queue }: Needs) =>
  async (received: ReceivedHint): Promise<'woken' | 'forged' | 'about no bot'> => {
    const hint = await hints.verify(received);
    if (hint === 'forged') return 'forged';
    const { botId, externalId } = hint;
    const id = botId ?? (externalId && (await recorderBots.find(table, received.name, externalId)));
    const bot = id ? await bots.find(table, id) : undefined;
    const isLive = bot?.state.status === 'joining' || bot?.state.status === 'in_call';
    if (!bot || !isLive || bot.state.recorder?.name !== received.name) return 'about no bot';
    const { workspaceId } = bot.state;
    await queue.send([{ message: { botId: bot.state.id, workspaceId }, delaySeconds: 0, group: workspaceId }]);
    return 'woken';
  };
