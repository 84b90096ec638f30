import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deleteGrant, endSources, returnGrant, stopSync } from '#shared/calendars/connections/commands/end-connection';
import { threadedReader } from '#shared/calendars/feeds/reader/threaded-reader';
import { ACCESS_KEY } from '#shared/calendars/sync/access-store';
import { pollCalendar } from '#shared/calendars/sync/commands/poll-calendar';
import { runSync } from '#shared/calendars/sync/commands/run-sync';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { CLIENT_STATE_KEY, makeClientState } from '#shared/calendars/sync/hmac-client-states';
import { importLimits } from '#shared/calendars/sync/import-limits';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { TimeScale } from '#shared/foundation/core/clock';
import type { Sealer } from '#shared/foundation/core/secrets';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import { jobWorker } from '#shared/foundation/events/job-worker';
import type { KeyQueue, Queue, Visibility } from '#shared/foundation/events/ports';
import { type JobMessage, jobsInGroups } from '#shared/foundation/events/queued-jobs';
import { aesSealer } from '#shared/foundation/platform/aes-sealer';
import { kmsClient, sqsClient } from '#shared/foundation/platform/aws-clients';
import { batchingQueue } from '#shared/foundation/platform/batched-sends';
import { envOr, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { oneTimeSecrets } from '#shared/foundation/platform/one-time-secrets';
import { sqsKeyQueue, sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/lifecycle/erasures/hmac-person-hashes';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { calendarProviders, testOriginsFromEnvironment } from '#shared/wiring/calendar-providers';
import { feedAtUrl } from '#shared/wiring/feed-at-url';
import { timeScaleFromEnvironment } from '#shared/wiring/from-environment';
import { worker } from '#shared/wiring/worker';
import { endConnectionStep } from './end-connection-step.ts';
import { type CalendarMessage, syncCalendars } from './sync-calendars.ts';

interface Dependencies {
  readonly providers: SyncContext['providers'];
  readonly sealer: Sealer;
  readonly queue: Queue<CalendarMessage | JobMessage>;
  /** Of that queue. */
  readonly visibility?: Visibility;
  readonly givenUp: KeyQueue<Pick<CalendarMessage, 'connectionId'>>;
  readonly timeScale: TimeScale;
  /** Root of the URLs that notifications are sent to. */
  readonly appUrl: string;
  readonly stage: string;
  readonly log: typeof writeLog;
}

export function calendarSync(base: CommandContext, dependencies: Dependencies) {
  const { clock } = base;
  const { providers, sealer, queue, givenUp, timeScale, appUrl, stage, log } = dependencies;
  const context: SyncContext = {
    ...base,
    limitCounter: importLimits(base),
    feedLimits: base,
    providers,
    sealer,
    accessSealer: aesSealer({ ...base, key: deploymentKey(ACCESS_KEY, { ...base, sealer }) }),
    personHashes: hmacPersonHashes(deploymentKey(ERASURE_KEY, { ...base, sealer })),
    timeScale,
    watches: {
      secrets: oneTimeSecrets(base),
      makeClientState: makeClientState({ ...base, key: deploymentKey(CLIENT_STATE_KEY, { ...base, sealer }) }),
      newId: randomUUID,
      addressOf: (provider) => `${appUrl}/hooks/${provider}`,
    },
  };
  const step = endConnectionStep({
    stopSync: stopSync(context),
    endSources: endSources(context),
    returnGrant: returnGrant(context),
    deleteGrant: deleteGrant(context),
    clock,
  });
  const endings = jobsInGroups(context, {
    work: jobWorker(context, { steps: { 'job.connection_ending': step }, worker: 'calendar-sync', log }),
    queue,
  });
  return syncCalendars({
    run: runSync(context),
    poll: pollCalendar(context),
    endings,
    queue,
    givenUp,
    visibility: dependencies.visibility,
    workspaceOf: async (calendarId) => (await calendarSyncs.find(context.table, calendarId))?.state.workspaceId,
    clock,
    stage,
    log,
  });
}

export const handler = worker((context) => {
  const sealer = kmsSealer(kmsClient(), requiredEnv('keyId'));
  const { table, clock } = context;
  return calendarSync(context, {
    providers: {
      ...calendarProviders({ table, sealer, clock, origins: testOriginsFromEnvironment() }),
      feed: feedAtUrl({
        clock,
        lookUp: resolveName,
        readFeed: threadedReader(join(__dirname, 'feed-thread.js')),
        baseUrl: requiredEnv('baseUrl'),
        allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
      }),
    },
    sealer,
    queue: batchingQueue(sqsQueue(sqsClient(), requiredEnv('calendarQueueUrl'))),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('calendarQueueUrl')]),
    givenUp: sqsKeyQueue(sqsClient(), requiredEnv('calendarDeadLettersUrl')),
    timeScale: timeScaleFromEnvironment(),
    appUrl: requiredEnv('appUrl'),
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
