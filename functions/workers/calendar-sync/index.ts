import { randomUUID } from 'node:crypto';
import { deleteGrant, endSources, returnGrant, stopSync } from '#shared/calendars/connections/commands/end-connection';
import { runSync } from '#shared/calendars/sync/commands/run-sync';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { Sealer } from '#shared/core/sealer';
import type { Queue } from '#shared/events/ports/queue';
import { kmsClient, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { writeLog } from '#shared/platform/log';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { calendarProviders, testOriginsGiven } from '#shared/wiring/calendar-providers';
import { jobWorker } from '#shared/wiring/job-worker';
import { paceGiven } from '#shared/wiring/pace';
import { worker } from '#shared/wiring/worker';
import { endConnectionStep } from './end-connection-step.ts';
import { type CalendarMessage, syncCalendars } from './sync-calendars.ts';

interface Dependencies {
  readonly providers: SyncContext['providers'];
  readonly sealer: Sealer;
  readonly queue: Queue<CalendarMessage>;
  readonly givenUp: Queue<CalendarMessage>;
  readonly pace: Pace;
  /** Root of the URLs that notifications are sent to. */
  readonly appUrl: string;
  readonly stage: string;
  readonly note: typeof writeLog;
}

/** Imported events do not count towards a partner's limits. */
const NO_LIMITS = { take: async () => undefined };

export function calendarSync(base: CommandContext, dependencies: Dependencies) {
  const { clock } = base;
  const { providers, sealer, queue, givenUp, pace, appUrl, stage, note } = dependencies;
  const context: SyncContext = {
    ...base,
    limitCounter: NO_LIMITS,
    providers,
    sealer,
    pace,
    watches: {
      secrets: oneTimeSecrets(base),
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
  const endings = jobWorker(context, {
    steps: { 'job.connection_ending': step },
    note: (entry) => note({ worker: 'calendar-sync', ...entry }),
  });
  return syncCalendars({ run: runSync(context), endings, queue, givenUp, clock, stage, log: note });
}

export const handler = worker((context) => {
  const sealer = kmsSealer(kmsClient(), requiredEnv('keyId'));
  const { table, clock } = context;
  return calendarSync(context, {
    providers: calendarProviders({ table, sealer, clock, origins: testOriginsGiven() }),
    sealer,
    queue: sqsQueue(sqsClient(), requiredEnv('calendarQueueUrl')),
    givenUp: sqsQueue(sqsClient(), requiredEnv('calendarDeadLettersUrl')),
    pace: paceGiven(),
    appUrl: requiredEnv('appUrl'),
    stage: requiredEnv('stage'),
    note: writeLog,
  });
});
