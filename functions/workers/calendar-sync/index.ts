import { randomUUID } from 'node:crypto';
import {
  type EndingNeeds,
  endPasses,
  endSources,
  forgetGrant,
  giveBack,
} from '#shared/commands/calendar-connections/end-connection';
import type { PassNeeds } from '#shared/commands/calendar-connections/pass/needs';
import { runPass } from '#shared/commands/calendar-connections/pass/run-pass';
import { kmsClient, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { Pace } from '#shared/ports/clock';
import type { Queue } from '#shared/ports/queue';
import type { Sealer } from '#shared/ports/sealer';
import { kmsSealer } from '#shared/providers/kms-sealer';
import { oneTimeSecrets } from '#shared/providers/one-time-secrets';
import { sqsQueue } from '#shared/providers/sqs-queue';
import { botStore } from '#shared/storage/bots';
import { brandKitStore } from '#shared/storage/brand-kits';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarEventStore } from '#shared/storage/calendar-events';
import { calendarSyncStore } from '#shared/storage/calendar-syncs';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { settingsStore } from '#shared/storage/settings';
import { workspaceStore } from '#shared/storage/workspaces';
import { calendarProviders, testOriginsGiven } from '#shared/wiring/calendar-providers';
import { jobWorker } from '#shared/wiring/job-worker';
import { paceGiven } from '#shared/wiring/pace';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
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

export function calendarSync(around: Workshop, players: Players) {
  const { table, clock } = around;
  const { providers, sealer, queue, givenUp, pace, appUrl, stage, note } = players;
  const needs: PassNeeds & EndingNeeds = {
    ...around,
    limitCounter: COUNTS_NOTHING,
    bots: botStore(table),
    connections: calendarConnectionStore(table),
    events: calendarEventStore(table),
    kits: brandKitStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    settings: settingsStore(table),
    syncs: calendarSyncStore(table),
    workspaces: workspaceStore(table),
    providers,
    sealer,
    pace,
    watches: {
      secrets: oneTimeSecrets(around),
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
  const endings = jobWorker(around, {
    steps: { 'job.connection_ending': step },
    note: (entry) => note({ worker: 'calendar-sync', ...entry }),
  });
  return syncCalendars({ pass: runPass(needs), endings, queue, givenUp, clock, stage, log: note });
}

export const handler = worker((around) => {
  const sealer = kmsSealer(kmsClient(), requiredEnv('keyId'));
  const { table, clock } = around;
  return calendarSync(around, {
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
