import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import { calendarSync } from '#functions/workers/calendar-sync/index';
import { exportWriting } from '#functions/workers/export-writing/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { liveTranscripts } from '#functions/workers/live-transcripts/index';
import { mailDelivery } from '#functions/workers/mail-delivery/index';
import { mediaProcessing } from '#functions/workers/media-processing/index';
import { orderProcessing } from '#functions/workers/order-processing/index';
import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { workspaceOfRecording } from '#functions/workers/recording-processing/workspace-of-recording';
import { settingsReach } from '#functions/workers/settings-reach/index';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { Invocation, JobHandler } from '#shared/foundation/events/job-worker';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import { readMedia } from '#shared/foundation/media/read-media';
import { batchingQueue } from '#shared/foundation/platform/batched-sends';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import { STAY_LIMITS } from '#shared/meetings/bots/rules/stay-limits';
import type { LiveConnections } from '#shared/meetings/live-transcripts/ports';
import type { Recorder } from '#shared/meetings/recorders/ports';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import { checkedTranslator } from '#shared/texts/translation/checked-translator';
import { pseudoEngine } from '#shared/texts/translation/pseudo-engine';
import { commandContext } from '#shared/wiring/command-context';
import { mailComposers } from '#shared/wiring/mail-composers';
import { seededBytes } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aMailer } from '#test/support/a-mailer';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aTranscriber } from '#test/support/a-transcriber';
import { APP_URL, BASE_URL, type World } from '#test/support/api';
import type { Container, Worker } from '#test/support/event-path/container';
import type { AnyQueue, inMemoryServices, JobQueue } from '#test/support/event-path/services';
import type { FakeCalendar } from '#test/support/fake-calendar';
import type { FakeFeed } from '#test/support/fake-feed';
import { inMemoryMedia } from '#test/support/in-memory-media';
import { installedFonts } from '#test/support/installed-fonts';
import { theRecorders } from '#test/support/the-recorders';

export type QueueHandler = (event: QueueEvent, invocation: Invocation) => Promise<BatchResponse>;

interface Given {
  readonly services: ReturnType<typeof inMemoryServices>;
  readonly world: World;
  readonly recorder: Recorder;
  readonly calendars: { readonly google: FakeCalendar; readonly microsoft: FakeCalendar; readonly feed: FakeFeed };
}

export interface QueueConsumer {
  readonly worker: Worker;
  /** The most messages of an invocation. */
  readonly batch: number;
  readonly make: (container: Container) => QueueHandler;
}

const timeScale = { scaled: (milliseconds: number) => milliseconds };
const noSleep = async () => undefined;
const stage = 'test';

/** The workers of queues as their entry points wire them, but for those of webhooks, on what one container reaches. */
export function workersOf({
  services,
  world,
  recorder,
  calendars,
}: Given): Readonly<Record<'bots' | 'live' | 'calendars' | JobQueue, QueueConsumer>> {
  const { sqs, clock, random, log } = services;
  const { files } = world;
  const { sealer, personHashes } = world.context;
  const recorders = theRecorders(recorder);
  const contextIn = (container: Container) =>
    commandContext({
      table: tableOver(container.watch(services.dynamo)),
      clock,
      backoff: { pause: noSleep },
      randomBytes: seededBytes(random),
    });
  const queueIn = <Message>(container: Container, name: AnyQueue) =>
    sqsQueue<Message>(container.watch(sqs), sqs.urlOf(name));
  type Context = ReturnType<typeof contextIn>;
  /** A worker whose jobs come from a queue of its own. */
  const ofJobs = (queue: JobQueue, make: (context: Context) => JobHandler): QueueConsumer => ({
    worker: 'job',
    batch: 1,
    make: (container) => {
      const context = contextIn(container);
      const own = { queue: queueIn<JobMessage>(container, queue), worker: queue, log };
      return queuedJobs(context, { work: make(context), ...own });
    },
  });
  // Connections that are open take every frame at once.
  const connections: LiveConnections = { post: async () => 'sent', close: async () => 'ended' };
  return {
    bots: {
      worker: 'bot-dispatch',
      batch: 10,
      make: (container) =>
        botDispatch(contextIn(container), {
          ...{ recorders, queue: queueIn(container, 'bots'), timeScale, stayLimits: STAY_LIMITS, stage, log },
        }),
    },
    live: {
      worker: 'live-transcripts',
      batch: 10,
      make: (container) =>
        liveTranscripts(
          {
            ...{ ...contextIn(container), personHashes, recorders, connections },
            ...{ queue: queueIn(container, 'live'), sleep: noSleep },
          },
          { log },
        ),
    },
    calendars: {
      worker: 'calendar-sync',
      batch: 1,
      make: (container) =>
        calendarSync(contextIn(container), {
          ...{ providers: calendars, sealer, timeScale, appUrl: APP_URL, stage, log },
          queue: batchingQueue(queueIn(container, 'calendars')),
          givenUp: { send: noSleep },
        }),
    },
    'recording-processing': {
      worker: 'recording-processing',
      batch: 1,
      make: (container) => {
        const context = contextIn(container);
        return queuedJobs(context, {
          work: recordingProcessing(context, {
            ...{ recorders, personHashes, files, uploads: files.uploads, deletesRecorderData: true, stage, log },
            ...{ summarizer: extractiveSummarizer(), fallbackSummarizer: extractiveSummarizer() },
          }),
          workspaceOf: workspaceOfRecording(context),
          ...{ queue: queueIn(container, 'recording-processing'), worker: 'recording-processing', log },
        });
      },
    },
    housekeeping: ofJobs('housekeeping', (context) => housekeeping(context, { files, sealer, sleep: noSleep, log })),
    'settings-reach': ofJobs('settings-reach', (context) => settingsReach(context, { sleep: noSleep, log })),
    'bulk-redelivery': ofJobs('bulk-redelivery', (context) => bulkRedelivery(context, { sleep: noSleep, log })),
    'mail-delivery': ofJobs('mail-delivery', (context) =>
      mailDelivery(context, {
        ...{ mailer: aMailer().mailer, sealer, appUrl: APP_URL, stage, log },
        composers: mailComposers(context, { appUrl: APP_URL, baseUrl: BASE_URL, zone: 'Etc/UTC', sealer, files }),
      }),
    ),
    'order-processing': ofJobs('order-processing', (context) =>
      orderProcessing(context, { translator: checkedTranslator(pseudoEngine()), files, personHashes, log }),
    ),
    'media-processing': ofJobs('media-processing', (context) =>
      mediaProcessing(context, {
        ...{
          transcriber: aTranscriber().transcriber,
          places: enginePlaces(context),
          files,
          sealer,
          mostLongIngestions: 5,
          log,
        },
        ingestion: {
          ...{ clock, files, uploads: files.uploads, media: inMemoryMedia(files), readMedia },
          fileAt: () => aRemoteFile({ bytes: new Uint8Array(), mishaps: ['refused'] }).source,
        },
      }),
    ),
    'export-writing': ofJobs('export-writing', (context) =>
      exportWriting(context, { files, fonts: installedFonts, log }),
    ),
  };
}
