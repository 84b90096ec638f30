import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { meetingsInFolder } from '#shared/capture/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/capture/recorders/simulator/simulator-recorder';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { BotId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { appContext } from '#shared/wiring/app-context';
import { accessLog } from '#shared/wiring/from-environment';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { APP_URL, aWorld, BASE_URL, callsTo, LIVE_URL } from '#test/support/api';
import { botMessage } from '#test/support/bot-workers';
import { inProcessPlatform } from '#test/support/event-path/platform';
import { inMemoryServices } from '#test/support/event-path/services';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { inMemoryUploads } from '#test/support/in-memory-uploads';
import { theRecorders } from '#test/support/the-recorders';
import { everyGroup } from './a-deployment.ts';

/** A whole deployment, workers and event path included, in which every function writes its lines as it does in AWS. */
export function aWatchedDeployment() {
  const log = (entry: Readonly<Record<string, unknown>>, level = 'INFO') =>
    writeLog(entry, level === 'ERROR' || level === 'WARN' ? level : 'INFO');
  const services = { ...inMemoryServices(1, {}), log };
  const { dynamo, clock, kms } = services;
  const files = inMemoryFiles();
  const context = {
    ...appContext({
      table: tableOver(dynamo),
      sealer: kmsSealer(kms, 'key'),
      clock,
      backoff: { pause: async () => undefined },
      randomBytes: (size) => randomBytes(size),
      baseUrl: BASE_URL,
      appUrl: APP_URL,
      liveUrl: LIVE_URL,
      server: { zone: 'Etc/UTC' },
      allowLocalReceivers: false,
      log: accessLog,
    }),
    files,
    uploadStorage: inMemoryUploads(files),
  };
  const path = inProcessPlatform(services, { plan: () => undefined });
  const { anOwner, aColleague } = aWorld(context);
  return {
    ...{ services, context, anOwner, aColleague, dynamo, clock, call: callsTo(everyGroup(context)) },
    bots: botWorkers({ context, clock, dynamo, files }),
    /** Events travel until nothing is due at this moment. */
    async deliver() {
      while (await path.turn());
    },
    sweep: path.sweepOnce,
  };
}

type Base = Pick<ReturnType<typeof aWorld>, 'context' | 'clock' | 'dynamo' | 'files'>;

const INVOCATION = { getRemainingTimeInMillis: () => 900_000 };

/** The workers of a bot's life, which do what is due whenever they are asked, an hour of clock in all. */
function botWorkers({ context, clock, dynamo, files: { uploads } }: Base) {
  const { files } = context;
  const timeScale = { scaled: (milliseconds: number) => milliseconds };
  const meetings = meetingsInFolder(join(process.cwd(), 'assets/simulator'));
  const simulator = simulatorRecorder({ files, clock, timeScale, meetings });
  const queue = { send: async () => undefined };
  const workWith = (recorder: typeof simulator) => {
    const logged = { stage: 'test', log: writeLog };
    const dispatch = botDispatch(context, { recorders: theRecorders(recorder), queue, timeScale, ...logged });
    const process_ = recordingProcessing(context, {
      recorders: theRecorders(recorder),
      personHashes: context.personHashes,
      files,
      uploads,
      deletesRecorderData: true,
      summarizer: extractiveSummarizer(),
      fallbackSummarizer: extractiveSummarizer(),
      ...logged,
    });
    const runJobs = async () => {
      for (const item of dynamo.items()) {
        const [, type = '', subject] = String(item['sk']?.S ?? '').split('#');
        if (type === 'job.recording' && item['due_pk'])
          await process_({ 'detail-type': type, detail: { id: item['pk']?.S, subject } }, INVOCATION).catch(
            () => undefined,
          );
      }
    };
    return async (botId: BotId) => {
      const body = await botMessage(context.table, botId);
      await dispatch({ Records: [{ messageId: 'm', body }] } as never);
      await runJobs();
    };
  };
  return {
    simulator,
    workWith,
    async untilDone(botId: BotId) {
      const work = workWith(simulator);
      for (let turn = 0; turn < 60; turn += 1) {
        await work(botId);
        clock.set((clock.now() + 60_000) as Instant);
      }
    },
  };
}
