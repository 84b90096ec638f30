import { CliError, UsageError } from '#bin/cli/cli-error';
import type { Report } from '#bin/operator/operator-command';
import { rerunBot } from '#shared/capture/bots/commands/rerun-recording';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import { type BotId, idOf, type MeetingId, type OrderId } from '#shared/foundation/core/ids';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { partToRerun, type RerunPart } from '#shared/meetings/bots/rules/rerun-recording';
import { bots } from '#shared/meetings/bots/store';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { meetings } from '#shared/meetings/meetings/store';
import { retryOrder } from '#shared/texts/orders/commands/retry-order';
import { orders } from '#shared/texts/orders/store';

interface RerunSources {
  readonly context: CommandContext;
  /** Whether the recorder of a bot still has its recording. */
  readonly isAtRecorder: (bot: Bot) => Promise<boolean>;
}

interface RerunQuestion {
  readonly id: string;
  readonly from: RerunPart | undefined;
}

/**
 * Runs what failed of a bot, a meeting or an order again. Throws a CliError or a Refusal for what cannot be, and a
 * UsageError for an id of another kind.
 */
export async function rerunSubject(sources: RerunSources, { id, from }: RerunQuestion): Promise<Report> {
  const orderId = idOf('ord', id);
  if (orderId) {
    if (from !== undefined) throw new UsageError('--from is for bots and meetings: an order begins anew');
    return rerunOrder(sources, orderId);
  }
  const meetingId = idOf('mtg', id);
  const botId = meetingId ? await botOf(sources, meetingId) : idOf('bot', id);
  if (!botId) throw new UsageError('rerun takes a bot (bot_…), a meeting (mtg_…) or an order (ord_…)');
  return rerunRecordingOf(sources, botId, from);
}

async function rerunOrder({ context }: RerunSources, id: OrderId): Promise<Report> {
  const before = (await orders.find(context.table, id))?.state;
  if (!before) throw new CliError(`There is no order ${id}, or it was deleted`);
  const { workspaceId } = before;
  const { state } = await retryOrder(auditingOperator(context, 'order.retried', { workspaceId, targetId: id }))(id);
  return {
    text: `The order ${id} of ${workspaceId} is ${state}: its texts are made anew, in the same conversations.`,
    json: { id, workspace_id: workspaceId, state },
  };
}

/** The bot whose recording a meeting shows: another one is named by its own id. */
async function botOf({ context }: RerunSources, id: MeetingId): Promise<BotId> {
  const meeting = (await meetings.find(context.table, id))?.state;
  if (!meeting) throw new CliError(`There is no meeting ${id}, or it was deleted`);
  const shown = shownRecording(meeting);
  if (!shown) throw new CliError(`The meeting ${id} has no bot`);
  return shown.botId;
}

const BEGUN: Readonly<Record<RerunPart, string>> = {
  copy: 'is copied from the recorder again, then transcribed and summarized',
  speech: 'is transcribed again by the speech service, then summarized; its media are not copied again',
  summary: 'is summarized again; its transcript stays',
};

async function rerunRecordingOf(
  { context, isAtRecorder }: RerunSources,
  botId: BotId,
  from: RerunPart | undefined,
): Promise<Report> {
  const bot = (await bots.find(context.table, botId))?.state;
  if (!bot) throw new CliError(`There is no bot ${botId}, or it was deleted`);
  const part = partToRerun(bot, from);
  if (part === 'copy' && !(await isAtRecorder(bot)))
    throw new CliError(`The recording of ${botId} is no longer at ${bot.recorder?.name ?? 'its recorder'}`);
  const { workspaceId } = bot;
  const target = { workspaceId, targetId: botId, after: { from: part } };
  await rerunBot(auditingOperator(context, 'bot.rerun', target))({ botId, from: part });
  return {
    text: `The recording of ${botId} in ${workspaceId} ${BEGUN[part]}.`,
    json: { id: botId, workspace_id: workspaceId, from: part },
  };
}
