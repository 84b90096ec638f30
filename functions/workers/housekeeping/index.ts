import * as v from 'valibot';
import { endEvents } from '#shared/commands/calendar-events/end-events';
import { endWhatWasTheirs } from '#shared/commands/members/end-what-was-theirs';
import { namePersons } from '#shared/commands/members/name-persons';
import { cancelBots, disableEndpoints, disconnectCalendars } from '#shared/commands/workspaces/close-workspace';
import type { EventEndings } from '#shared/domain/calendar-events/event-endings';
import type { MemberLeaving } from '#shared/domain/members/member-leaving';
import type { PersonNaming } from '#shared/domain/members/person-naming';
import { writeLog } from '#shared/platform/log';
import { botStore } from '#shared/storage/bots';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarEventStore } from '#shared/storage/calendar-events';
import { meetingStore } from '#shared/storage/meetings';
import { memberStore } from '#shared/storage/members';
import { id } from '#shared/storage/row-parts';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { workspaceStore } from '#shared/storage/workspaces';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { closingStep } from './closing-step.ts';
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

export function housekeeping(around: Workshop, { note }: { readonly note: typeof writeLog }) {
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
  };
  return jobWorker(around, {
    steps: {
      'job.event_endings': walkTwice(clock, Endings, endEvents(needs)),
      'job.member_leaving': walkTwice(clock, Leaving, endWhatWasTheirs(needs)),
      'job.person_naming': walkTwice(clock, Naming, namePersons(needs)),
      'job.workspace_closing': closingStep(clock, {
        endings: [cancelBots(needs), disconnectCalendars(needs)],
        disableEndpoints: disableEndpoints(needs),
      }),
    },
    note: (entry) => note({ worker: 'housekeeping', ...entry }),
  });
}

export const handler = worker((around) => housekeeping(around, { note: writeLog }));
