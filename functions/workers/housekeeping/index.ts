import * as v from 'valibot';
import { endEvents } from '#shared/calendar-events/commands/end-events';
import type { EventEndings } from '#shared/calendar-events/rules/event-endings';
import type { CommandContext } from '#shared/commands/context';
import { id } from '#shared/dynamodb/row-parts';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { deprovisionMember } from '#shared/members/commands/deprovision-member';
import { namePersons } from '#shared/members/commands/name-persons';
import type { RemovedMember } from '#shared/members/rules/member';
import type { PersonNaming } from '#shared/members/rules/person-naming';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { entities } from '#shared/wiring/entities';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import { beginPurge } from '#shared/workspaces/commands/purge-workspace';
import { workspaceRows } from '#shared/workspaces/workspace-rows';
import { walkTwice } from './walk-twice.ts';
import { closingStep, purgeStep } from './workspace-steps.ts';

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

/** The purge of a workspace is due on the workspace's own row, so the notification has the workspace's id. */
const DueWorkspace = v.object({ id: id('wks') });

interface HousekeepingDependencies {
  readonly files: FileStorage;
  readonly note: typeof writeLog;
}

export function housekeeping(context: CommandContext, { files, note }: HousekeepingDependencies) {
  const { table, clock } = context;
  const work = jobWorker(context, {
    steps: {
      'job.event_endings': walkTwice(clock, Endings, endEvents(context)),
      'job.member_leaving': walkTwice(clock, Removed, deprovisionMember(context)),
      'job.person_naming': walkTwice(clock, Naming, namePersons(context)),
      'job.workspace_closing': closingStep(context),
      'job.workspace_purge': purgeStep(context, { rows: workspaceRows(table, entities), files }),
    },
    note: (entry) => note({ worker: 'housekeeping', ...entry }),
  });
  return (...[event, invocation]: Parameters<typeof work>): Promise<void> =>
    event['detail-type'] === 'job.workspace_due'
      ? beginPurge(context)(v.parse(DueWorkspace, event.detail).id)
      : work(event, invocation);
}

export const handler = worker((context) =>
  housekeeping(context, {
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
    note: writeLog,
  }),
);
