import { randomUUID } from 'node:crypto';
import {
  type EndingNeeds,
  endPasses,
  endSources,
  forgetGrant,
  giveBack,
} from '#shared/calendars/connections/commands/end-connection';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import { runPass } from '#shared/calendars/sync/commands/run-pass';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/commands/context';
import type { Pace } from '#shared/core/clock';
import type { Sealer } from '#shared/core/sealer';
import type { Queue } from '#shared/events/ports/queue';
import { memberStore } from '#shared/members/store';
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
import { workspaceStore } from '#shared/workspaces/store';
import { endingStep } from './ending-step.ts';
import { type CalendarMessage, syncCalendars } from './sync-calendars.ts';

interface Players {
  readonly providers: PassNeeds['providers'];
  readonly sealer: Sealer;
  readonly queue: Queue<CalendarMessage>;
  readonly givenUp: Queue<CalendarMessage>;
  readonly pace: Pace;
  /** Root of the addresses that notifications are sent to. */
  readonly appUrl: string;
  readonly stage: string;
  readonly note: typeof writeLog;
}

/** What a calendar brings is no partner's push: none of it counts towards their limit. */
const COUNTS_NOTHING = { take: async () => undefined };

export function calendarSync(context: CommandContext, players: Players) {
  const { table, clock } = context;
  const { providers, sealer, queue, givenUp, pace, appUrl, stage, note } = players;
  const needs: PassNeeds & EndingNeeds = {
    ...context,
    limitCounter: COUNTS_NOTHING,
    connections: calendarConnectionStore(table),
    members: memberStore(table),
    syncs: calendarSyncStore(table),
    workspaces: workspaceStore(table),
    providers,
    sealer,
    pace,
    watches: {
      secrets: oneTimeSecrets(context),
      newId: randomUUID,
      addressOf: (provider) => `${appUrl}/hooks/${provider}`,
    },
  };
  const step = endingStep({
    endPasses: endPasses(needs),
    endSources: endSources(needs),
    giveBack: giveBack(needs),
    forgetGrant: forgetGrant(needs),
    clock,
  });
  const endings = jobWorker(context, {
    steps: { 'job.connection_ending': step },
    note: (entry) => note({ worker: 'calendar-sync', ...entry }),
  });
  return syncCalendars({ pass: runPass(needs), endings, queue, givenUp, clock, stage, log: note });
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
