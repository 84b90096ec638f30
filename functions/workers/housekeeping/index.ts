import * as v from 'valibot';
import { botStore } from '#shared/bots/store';
import { endEvents } from '#shared/calendar-events/commands/end-events';
import type { EventEndings } from '#shared/calendar-events/rules/event-endings';
import { calendarEventStore } from '#shared/calendar-events/store';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import type { CommandContext } from '#shared/commands/context';
import { id } from '#shared/dynamodb/row-parts';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { meetingStore } from '#shared/meetings/store';
import { deprovisionMember } from '#shared/members/commands/deprovision-member';
import { namePersons } from '#shared/members/commands/name-persons';
import type { RemovedMember } from '#shared/members/rules/member';
import type { PersonNaming } from '#shared/members/rules/person-naming';
import { memberStore } from '#shared/members/store';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { entities } from '#shared/wiring/entities';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import { cancelBots, disableEndpoints, disconnectCalendars } from '#shared/workspaces/commands/close-workspace';
import { beginPurge, purgeSome } from '#shared/workspaces/commands/purge-workspace';
import { workspaceStore } from '#shared/workspaces/store';
import { workspaceRows } from '#shared/workspaces/workspace-rows';
import { closingStep } from './closing-step.ts';
import { purgeStep } from './purge-step.ts';
import { walkTwice } from './walk.ts';

const Endings: v.GenericSchema<unknown, EventEndings> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  connectionId: v.nullable(id('cal')),
});

const Removed: v.GenericSchema<unknown, RemovedMember> = v.object({
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

export function housekeeping(context: CommandContext, { files, note }: Players) {
  const { table, clock } = context;
  const needs = {
    ...context,
    bots: botStore(table),
    connections: calendarConnectionStore(table),
    endpoints: webhookEndpointStore(table),
    events: calendarEventStore(table),
    meetings: meetingStore(table),
    members: memberStore(table),
    workspaces: workspaceStore(table),
    rows: workspaceRows(table, entities),
    files,
  };
  const begin = beginPurge(needs);
  const work = jobWorker(context, {
    steps: {
      'job.event_endings': walkTwice(clock, Endings, endEvents(needs)),
      'job.member_leaving': walkTwice(clock, Removed, deprovisionMember(needs)),
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

export const handler = worker((context) =>
  housekeeping(context, {
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
    note: writeLog,
  }),
);
