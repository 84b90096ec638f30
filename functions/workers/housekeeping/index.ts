import * as v from 'valibot';
import { endEvents } from '#shared/commands/calendar-events/end-events';
import type { EventEndings } from '#shared/domain/calendar-events/event-endings';
import { writeLog } from '#shared/platform/log';
import { botStore } from '#shared/storage/bots';
import { calendarEventStore } from '#shared/storage/calendar-events';
import { meetingStore } from '#shared/storage/meetings';
import { id } from '#shared/storage/row-parts';
import { workspaceStore } from '#shared/storage/workspaces';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { walkTwice } from './walk.ts';

const Endings: v.GenericSchema<unknown, EventEndings> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  connectionId: v.nullable(id('cal')),
});

export function housekeeping(around: Workshop, { note }: { readonly note: typeof writeLog }) {
  const { table, clock } = around;
  const needs = {
    ...around,
    bots: botStore(table),
    events: calendarEventStore(table),
    meetings: meetingStore(table),
    workspaces: workspaceStore(table),
  };
  return jobWorker(around, {
    steps: { 'job.event_endings': walkTwice(clock, Endings, endEvents(needs)) },
    note: (entry) => note({ worker: 'housekeeping', ...entry }),
  });
}

export const handler = worker((around) => housekeeping(around, { note: writeLog }));
