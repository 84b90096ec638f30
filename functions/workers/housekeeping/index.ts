import * as v from 'valibot';
import { endEvents } from '#shared/commands/calendar-events/end-events';
import { endWhatWasTheirs } from '#shared/commands/members/end-what-was-theirs';
import { namePersons } from '#shared/commands/members/name-persons';
import { cancelBots, disableEndpoints, disconnectCalendars } from '#shared/commands/workspaces/close-workspace';
import { beginPurge, purgeSome } from '#shared/commands/workspaces/purge-workspace';
import type { EventEndings } from '#shared/domain/calendar-events/event-endings';
import type { MemberLeaving } from '#shared/domain/members/member-leaving';
import type { PersonNaming } from '#shared/domain/members/person-naming';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import type { FileStorage } from '#shared/ports/file-storage';
import { s3FileStorage } from '#shared/providers/s3-file-storage';
import { botStore } from '#shared/storage/bots';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarEventStore } from '#shared/storage/calendar-events';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { id } from '#shared/storage/row-parts';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { workspaceRows } from '#shared/storage/workspace-rows';
import { workspaceStore } from '#shared/storage/workspaces';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { closingStep } from './closing-step.ts';
import { purgeStep } from './purge-step.ts';
import { walkTwice } from './walk.ts';

const Endings: v.GenericSchema<unknown, EventEndings> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  connectionId: v.nullable(id('cal')),
});

const Leaving: v.GenericSchema<unknown, MemberLeaving> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  connectionIds: v.array(id('cal')),
});

const Naming: v.GenericSchema<unknown, PersonNaming> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  mark: v.string(),
});

/** A workspace that is due has no row of a job: its notice carries its own id. */
const DueWorkspace = v.object({ id: id('wks') });

interface Players {
  readonly files: FileStorage;
  readonly note: typeof writeLog;
}

export function housekeeping(around: Workshop, { files, note }: Players) {
  const { table, clock } = around;
  const needs = {
    ...around,
    bots: botStore(table),
    connections: calendarConnectionStore(table),
    endpoints: webhookEndpointStore(table),
    events: calendarEventStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    workspaces: workspaceStore(table),
    rows: workspaceRows(table),
    files,
  };
  const begin = beginPurge(needs);
  const work = jobWorker(around, {
    steps: {
      'job.event_endings': walkTwice(clock, Endings, endEvents(needs)),
      'job.member_leaving': walkTwice(clock, Leaving, endWhatWasTheirs(needs)),
      'job.person_naming': walkTwice(clock, Naming, namePersons(needs)),
      'job.workspace_closing': closingStep(clock, {
        endings: [cancelBots(needs), disconnectCalendars(needs)],
        disableEndpoints: disableEndpoints(needs),
      }),
      'job.workspace_purge': purgeStep(purgeSome(needs)),
    },
    note: (entry) => note({ worker: 'housekeeping', ...entry }),
  });
  return (...[event, invocation]: Parameters<typeof work>): Promise<void> =>
    event['detail-type'] === 'job.workspace_due'
      ? begin(v.parse(DueWorkspace, event.detail).id)
      : work(event, invocation);
}

export const handler = worker((around) =>
  housekeeping(around, {
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), around.clock),
    note: writeLog,
  }),
);
