import { join } from 'node:path';
import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { meetingsInFolder } from '#shared/capture/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/capture/recorders/simulator/simulator-recorder';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { BotId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later, laterOf } from '#shared/foundation/core/time';
import { dueAtOf, sweptAtOf } from '#shared/meetings/bots/rules/bot';
import type { StayLimits } from '#shared/meetings/bots/rules/stay-limits';
import { bots } from '#shared/meetings/bots/store';
import type { Recorder, Transcriber } from '#shared/meetings/recorders/ports';
import type { Recorders } from '#shared/meetings/recorders/registry/ports';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import { aQueue } from '#test/support/a-queue';
import type { World } from '#test/support/api';
import { theRecorders } from '#test/support/the-recorders';

/**
 * A message about a bot, in the message group of its workspace: for what it is due for, or, once it was dispatched, for
 * a change that its recorder reports.
 */
export async function botMessage(table: Table, botId: string): Promise<string> {
  const bot = (await bots.find(table, botId as BotId))?.state;
  const reason = bot?.status === 'queued' ? { dueAt: dueAtOf(bot) } : { reason: 'changed' };
  return JSON.stringify({ botId, workspaceId: bot?.workspaceId ?? 'wks_gone', ...reason });
}

const JOBS = ['job.recorder_leaving', 'job.recording', 'job.recordings_removal'];

/** Of messages until a bot has ended: some of them have none. */
const MOST_TURNS = 60;

const INVOCATION = { getRemainingTimeInMillis: () => 900_000 };

interface Given {
  readonly recorder?: Recorder;
  readonly recorders?: Recorders;
  readonly stayLimits?: StayLimits;
  /** Types of jobs that run; all of them unless said otherwise. */
  readonly jobs?: readonly string[];
  readonly speech?: Transcriber;
  readonly summarizer?: Summarizer;
}

/** Bot dispatch and recording processing on the simulator, called directly, with a clock that jumps to the next due time. */
export function botWorkers({ context, clock, dynamo, files }: World, given: Given = {}) {
  const timeScale = { scaled: (milliseconds: number) => milliseconds };
  const meetings = meetingsInFolder(join(process.cwd(), 'assets/simulator'));
  const recorder = given.recorder ?? simulatorRecorder({ files, clock, timeScale, meetings });
  const recorders = given.recorders ?? theRecorders(recorder);
  const queue = aQueue<{ readonly botId: BotId }>(clock);
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = (entry: Readonly<Record<string, unknown>>) => void lines.push(entry);
  const stage = 'test';
  const dispatch = botDispatch(context, {
    ...{ recorders, queue, timeScale, stage, log },
    ...(given.stayLimits && { stayLimits: given.stayLimits }),
  });
  const process_ = recordingProcessing(context, {
    recorders,
    personHashes: context.personHashes,
    ...(given.speech && { speech: given.speech }),
    files,
    uploads: files.uploads,
    deletesRecorderData: true,
    summarizer: given.summarizer ?? extractiveSummarizer(),
    fallbackSummarizer: extractiveSummarizer(),
    stage,
    log,
  });

  const receive = async (body: string) => {
    const { batchItemFailures } = await dispatch({ Records: [{ messageId: 'm', body }] } as never);
    await runJobs();
    return batchItemFailures.length;
  };
  const work = async (botId: string) => receive(await botMessage(context.table, botId));

  const swept = async (botId: string) => {
    const bot = (await bots.find(context.table, botId as BotId))?.state;
    const [dueAt, at] = bot ? [dueAtOf(bot), sweptAtOf(bot)] : [null, null];
    if (!bot || dueAt === null || at === null || at > later(clock.now(), HOUR_MS)) return undefined;
    return { message: { botId: bot.id, workspaceId: bot.workspaceId, dueAt }, at };
  };

  /** Every job that still is due, as its rule on the bus would start it. */
  const runJobs = async () => {
    for (const item of dynamo.items()) {
      const [, type, subject] = String(item['sk']?.S ?? '').split('#');
      if (!type || !(given.jobs ?? JOBS).includes(type) || !item['due_pk']) continue;
      await process_({ 'detail-type': type, detail: { id: item['pk']?.S, subject } }, INVOCATION);
    }
  };

  /** Amazon Transcribe reports the end of a job, as its rule on the default bus passes it on. */
  const transcriptionEnded = (TranscriptionJobName: string) =>
    process_({ 'detail-type': 'Transcribe Job State Change', detail: { TranscriptionJobName } }, INVOCATION);

  return {
    work,
    /** Processes one message of the queue. */
    receive: (message: object) => receive(JSON.stringify(message)),
    runJobs,
    transcriptionEnded,
    recorder,
    /** The log lines of both workers. */
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    /** When each bot is due again, by each of its messages in the queue. */
    waiting: (): readonly (readonly [botId: string, at: Instant])[] =>
      queue.waiting().map(({ message, at }) => [message.botId, at]),
    /** Processes the next message of the queue, at its time. */
    async next() {
      const next = queue.take();
      if (!next) return;
      clock.set(laterOf(clock.now(), next.at));
      await receive(JSON.stringify(next.message));
    },
    /**
     * Processes a bot, then every message of the queue at its time, until none waits. A message that another queue of
     * the test has is replaced by the sweeper.
     */
    async untilQuiet(botId: string) {
      await work(botId);
      for (let turn = 0; turn < MOST_TURNS; turn += 1) {
        const next = queue.take() ?? (await swept(botId));
        if (!next) return;
        clock.set(laterOf(clock.now(), next.at));
        await receive(JSON.stringify(next.message));
      }
    },
  };
}
