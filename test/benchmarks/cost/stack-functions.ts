import { botDispatch } from '#functions/workers/bot-dispatch/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { mailDelivery } from '#functions/workers/mail-delivery/index';
import { recordingProcessing } from '#functions/workers/recording-processing/index';
import { workspaceOfRecording } from '#functions/workers/recording-processing/workspace-of-recording';
import { settingsReach } from '#functions/workers/settings-reach/index';
import { sesMailer } from '#shared/accounts/mail/ses/ses-mailer';
import { extractiveSummarizer } from '#shared/capture/summaries/extractive-summarizer/extractive-summarizer';
import type { JobHandler } from '#shared/foundation/events/job-worker';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import type { BatchResponse, QueueEvent } from '#shared/foundation/platform/queue-batch';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import type { Recorder } from '#shared/meetings/recorders/ports';
import { appContext } from '#shared/wiring/app-context';
import { mailComposers } from '#shared/wiring/mail-composers';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { APP_URL, BASE_URL, type World } from '#test/support/api';
import { Container } from '#test/support/event-path/container';
import { deliveryIn, fanoutIn, relayIn, sweeperIn } from '#test/support/event-path/workers';
import { theRecorders } from '#test/support/the-recorders';
import { type MeteredServices, queueName, type Reached } from './metered-services.ts';

const STAGE = 'test';
const INVOCATION = { getRemainingTimeInMillis: () => 900_000 };
const timeScale = { scaled: (milliseconds: number) => milliseconds };
const sleep = async () => undefined;

interface Given {
  readonly services: MeteredServices;
  /** Whose endpoints are called: its ids and keys are shared with the workers. */
  readonly world: World;
  readonly recorder: Recorder;
  /** Of the copies of recordings. */
  readonly partSizes: PartSizes;
}

type QueueHandler = (event: QueueEvent) => Promise<BatchResponse>;

/** The functions of a stage as their entry points wire them, each on services that count what it asks for. */
export function stackFunctions({ services, world, recorder, partSizes }: Given) {
  const recorders = theRecorders(recorder);

  /** What the function of that name works with. */
  const around = (worker: string) => {
    const reached = services.reachedBy(worker);
    const { dynamo, kms, sqs, log } = reached.services;
    const sealer = kmsSealer(kms, 'key');
    const context = appContext({ ...world.context, table: tableOver(dynamo), sealer, log: () => undefined });
    const queue = <Message>(name: string) => sqsQueue<Message>(sqs, sqs.urlOf(queueName(name)));
    return { reached, context, sealer, queue, log };
  };
  const onThePath = (
    worker: 'webhook-fanout' | 'webhook-delivery' | 'sweeper' | 'outbox-relay',
  ): { readonly reached: Reached; readonly container: Container } => ({
    reached: services.reachedBy(worker),
    container: new Container(worker, () => undefined, services.clock),
  });
  const jobs = (worker: string, queue: string, make: (one: ReturnType<typeof around>) => JobHandler) => {
    const one = around(worker);
    const { context, log } = one;
    const own = { queue: one.queue<JobMessage>(queue), worker, log };
    const handler = queuedJobs(context, { work: make(one), ...own });
    return { reached: one.reached, handler: (event: QueueEvent) => handler(event, INVOCATION) };
  };

  const bots = () => {
    const { reached, context, queue, log } = around('bot-dispatch');
    const given = { recorders, queue: queue('bots'), timeScale, stage: STAGE, log };
    return { reached, handler: botDispatch(context, given) };
  };
  const recordings = () => {
    const { reached, context, queue, log } = around('recording-processing');
    const withSizes = { ...context, partSizes };
    const work = recordingProcessing(withSizes, {
      ...{ recorders, personHashes: context.personHashes, files: reached.files, uploads: reached.uploads },
      ...{ deletesRecorderData: true, summarizer: extractiveSummarizer(), fallbackSummarizer: extractiveSummarizer() },
      ...{ stage: STAGE, log },
    });
    const own = { queue: queue<JobMessage>('recording-jobs'), worker: 'recording-processing', log };
    const handler = queuedJobs(context, { work, workspaceOf: workspaceOfRecording(context), ...own });
    return { reached, handler: (event: QueueEvent) => handler(event, INVOCATION) };
  };
  const fanout = () => {
    const { reached, container } = onThePath('webhook-fanout');
    return { reached, handler: fanoutIn(reached.services, container) };
  };
  const delivery = () => {
    const { reached, container } = onThePath('webhook-delivery');
    const handler = deliveryIn(reached.services, container);
    return { reached, handler: (event: QueueEvent) => handler(event, INVOCATION) };
  };
  const relay = onThePath('outbox-relay');
  const sweeper = onThePath('sweeper');
  const consumers: Readonly<Record<string, { readonly reached: Reached; readonly handler: QueueHandler }>> = {
    'bot-dispatch': bots(),
    'recording-processing': recordings(),
    'webhook-fanout': fanout(),
    'webhook-delivery': delivery(),
    housekeeping: jobs('housekeeping', 'housekeeping-jobs', ({ context, reached, sealer, log }) =>
      housekeeping(context, { files: reached.files, sealer, sleep, log }),
    ),
    'settings-reach': jobs('settings-reach', 'settings-jobs', ({ context, log }) =>
      settingsReach(context, { sleep, log }),
    ),
    'mail-delivery': jobs('mail-delivery', 'mail-jobs', ({ context, reached, sealer, log }) => {
      const origins = { appUrl: APP_URL, baseUrl: BASE_URL, zone: 'Etc/UTC' };
      return mailDelivery(context, {
        ...{ sealer, stage: STAGE, log, appUrl: APP_URL },
        mailer: sesMailer({ client: reached.ses, from: 'no-reply@example.com', configurationSet: 'mail' }),
        composers: mailComposers(context, { ...origins, sealer, files: reached.files }),
      });
    }),
  };
  return {
    consumers,
    relay: { reached: relay.reached, handler: relayIn(relay.reached.services, relay.container) },
    sweeper: { reached: sweeper.reached, handler: sweeperIn(sweeper.reached.services, sweeper.container) },
  };
}
export type StackFunctions = ReturnType<typeof stackFunctions>;
