import * as v from 'valibot';
import { type BotMessageReason, processDueBot } from '#shared/capture/bots/commands/process-due-bot';
import type { ArrivalMeter } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { TimeScale } from '#shared/foundation/core/clock';
import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, isDue, queueDelay } from '#shared/foundation/core/time';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { Queue, Visibility } from '#shared/foundation/events/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { dueAtOf } from '#shared/meetings/bots/rules/bot';
import { readStayLimits, STAY_LIMITS, type StayLimits } from '#shared/meetings/bots/rules/stay-limits';
import { bots } from '#shared/meetings/bots/store';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import { faultsInLog } from '#shared/wiring/fault-reports';
import { timeScaleFromEnvironment } from '#shared/wiring/from-environment';
import { loggingRecorders } from '#shared/wiring/logged-recorders';
import { recordersFromEnvironment } from '#shared/wiring/recorders';
import { worker } from '#shared/wiring/worker';
import { ArrivalMetrics } from './arrival-metrics.ts';

/** Names one bot to check. Only a hint: the due time of the bot is in its row. */
interface BotMessage {
  readonly botId: BotId;
  /** The message group. */
  readonly workspaceId: WorkspaceId;
  /** When the bot is due. */
  readonly dueAt: Instant;
}

const WORKER = 'bot-dispatch';

interface Dependencies {
  readonly recorders: Recorders;
  readonly queue: Queue<BotMessage>;
  /** Of that queue. */
  readonly visibility?: Visibility;
  readonly timeScale: TimeScale;
  readonly stayLimits?: StayLimits;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/**
 * From ourselves and from recorders, with the workspace; from the sweeper; from the bus, the event around an outbox row
 * that names the bot.
 */
const Message = v.union([
  v.object({ botId: id('bot'), workspaceId: id('wks'), dueAt: instant }),
  v.object({ botId: id('bot'), workspaceId: id('wks'), reason: v.literal('changed') }),
  v.object({ botId: id('bot') }),
  v.object({ detail: v.object({ subject: id('bot') }) }),
]);

/** Processes due bots, each by itself: only the failed ones are returned to the queue. */
export function botDispatch(
  context: CommandContext,
  { queue, visibility, timeScale, stage, log, stayLimits = STAY_LIMITS, ...given }: Dependencies,
) {
  const { clock } = context;
  const faults = faultsInLog({ worker: WORKER, stage, clock, log });
  const recorders = loggingRecorders(given.recorders, { worker: WORKER, log });
  const send = (message: BotMessage, delaySeconds: number) =>
    queue.send([{ message, delaySeconds, group: message.workspaceId }]);
  /** What is due later than a delay can be is found by the sweeper. */
  const processOne = async (
    { botId, workspaceId }: Pick<BotMessage, 'botId' | 'workspaceId'>,
    reason: BotMessageReason,
    arrivals: ArrivalMeter,
  ): Promise<string> => {
    const work = processDueBot({ ...context, recorders, timeScale, stayLimits, arrivals, faults });
    const dueAt = await work(botId, reason);
    if (dueAt === 'stale') return dueAt;
    if (dueAt === null) return 'done';
    const delaySeconds = queueDelay(dueAt, clock.now());
    if (delaySeconds === undefined) return 'later';
    await send({ botId, workspaceId, dueAt }, delaySeconds);
    return 'waiting';
  };
  /**
   * The sweeper knows the key of a bot alone, and the bus cannot set a message group. SQS serves ungrouped messages like
   * those of a quiet workspace, so they are queued once more with their workspace as the group: the recorder is called
   * for the bots of one workspace after the other, however many of one are due at the same minute. The bus cannot delay a
   * message either: what comes from it before its time waits in the queue until then.
   */
  const groupOne = async (botId: BotId, comesFromBus: boolean): Promise<string> => {
    const bot = await bots.find(context.table, botId);
    const dueAt = bot ? dueAtOf(bot.state) : null;
    if (!bot || dueAt === null) return 'done';
    const now = clock.now();
    const delaySeconds = comesFromBus || isDue(dueAt, now) ? queueDelay(dueAt, now) : undefined;
    if (delaySeconds === undefined) return 'early';
    await send({ botId, workspaceId: bot.state.workspaceId, dueAt }, delaySeconds);
    return 'grouped';
  };
  const work = (message: v.InferOutput<typeof Message>, arrivals: ArrivalMeter): Promise<string> => {
    if ('detail' in message) return groupOne(message.detail.subject, true);
    if ('reason' in message) return processOne(message, message.reason, arrivals);
    return 'dueAt' in message ? processOne(message, message, arrivals) : groupOne(message.botId, false);
  };
  return async (event: QueueEvent): Promise<BatchResponse> => {
    const arrivals = new ArrivalMetrics();
    const fields = () => arrivals.fields({ stage, at: clock.now() });
    const response = await eachMessage(event, {
      worker: WORKER,
      read: (body) => v.parse(Message, JSON.parse(body)),
      visibility,
      work: (message) => work(message, arrivals),
      fields,
      log,
    });
    for (const line of arrivals.lines({ stage, at: clock.now() })) log({ worker: WORKER, ...line });
    return response;
  };
}

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return botDispatch(context, {
    recorders: recordersFromEnvironment(context, files, __dirname),
    queue: sqsQueue(sqsClient(), requiredEnv('botQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('botQueueUrl')]),
    timeScale: timeScaleFromEnvironment(),
    stayLimits: readStayLimits(envOr('stayLimits', '{}')),
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
