import { join } from 'node:path';
import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { recordingProcessing } from '#functions/workers/recording-processing/index';
import type { StayLimits } from '#shared/bots/rules/stay-limits';
import { bots } from '#shared/bots/store';
import type { BotId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { Outgoing } from '#shared/events/ports';
import type { Recorder, Transcriber } from '#shared/recorders/ports';
import type { Recorders } from '#shared/recorders/registry/ports';
import { meetingsInFolder } from '#shared/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/recorders/simulator/simulator-recorder';
import { extractiveSummarizer } from '#shared/summaries/extractive-summarizer/extractive-summarizer';
import type { Summarizer } from '#shared/summaries/ports';
import type { World } from '#test/support/api';
import { theRecorders } from '#test/support/the-recorders';

/** A message about a bot, in the message group of its workspace. */
export async function botMessage(table: Table, botId: string): Promise<string> {
  const bot = await bots.find(table, botId as BotId);
  return JSON.stringify({ botId, workspaceId: bot?.state.workspaceId ?? 'wks_gone' });
}

const JOBS = ['job.recording', 'job.recordings_removal'];

const INVOCATION = { getRemainingTimeInMillis: () => 900_000 };

interface Given {
  readonly recorder?: Recorder;
  readonly recorders?: Recorders;
  readonly stayLimits?: StayLimits;
  readonly speech?: Transcriber;
  readonly summarizer?: Summarizer;
}

/** Bot dispatch and recording processing on the simulator, called directly, with a clock that jumps to the next due time. */
export function botWorkers({ context, clock, dynamo, files }: World, given: Given = {}) {
  const timeScale = { scaled: (milliseconds: number) => milliseconds };
  const meetings = meetingsInFolder(join(process.cwd(), 'assets/simulator'));
  const recorder = given.recorder ?? simulatorRecorder({ files, clock, timeScale, meetings });
  const recorders = given.recorders ?? theRecorders(recorder);
  const waiting = new Map<BotId, Instant>();
  const queue = {
    async send(messages: readonly Outgoing<{ readonly botId: BotId }>[]) {
      for (const { message, delaySeconds = 0 } of messages)
        waiting.set(message.botId, (clock.now() + delaySeconds * 1000) as Instant);
    },
  };
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

  const work = async (botId: string) => {
    const record = { messageId: 'm', body: await botMessage(context.table, botId) };
    const { batchItemFailures } = await dispatch({ Records: [record] } as never);
    await runJobs();
    return batchItemFailures.length;
  };

  /** Every job that still is due, as its rule on the bus would start it. */
  const runJobs = async () => {
    for (const item of dynamo.items()) {
      const [, type, subject] = String(item['sk']?.S ?? '').split('#');
      if (!type || !JOBS.includes(type) || !item['due_pk']) continue;
      await process_({ 'detail-type': type, detail: { id: item['pk']?.S, subject } }, INVOCATION);
    }
  };

  /** Amazon Transcribe reports the end of a job, as its rule on the default bus passes it on. */
  const transcriptionEnded = (TranscriptionJobName: string) =>
    process_({ 'detail-type': 'Transcribe Job State Change', detail: { TranscriptionJobName } }, INVOCATION);

  return {
    work,
    runJobs,
    transcriptionEnded,
    recorder,
    /** The log lines of both workers. */
    lines: lines as readonly Readonly<Record<string, unknown>>[],
    /** When each bot is due again, by its message in the queue. */
    waiting: waiting as ReadonlyMap<string, Instant>,
    /** Processes a bot whenever it is due, until no message waits. */
    async untilQuiet(botId: string) {
      await work(botId);
      for (let turn = 0; turn < 60 && waiting.size > 0; turn += 1) {
        const [next] = [...waiting].sort(([, one], [, other]) => one - other);
        if (!next) return;
        waiting.delete(next[0]);
        clock.set(Math.max(clock.now(), next[1]) as Instant);
        await work(next[0]);
      }
    },
  };
}
