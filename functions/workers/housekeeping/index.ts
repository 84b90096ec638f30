import * as v from 'valibot';
import type { PersonNaming, RemovedMember } from '#shared/accounts/members/rules/member';
import { paidWalks } from '#shared/accounts/workspaces/paid-walks';
import type { WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sleep } from '#shared/foundation/core/clock';
import type { Sealer } from '#shared/foundation/core/secrets';
import { ofCalendar } from '#shared/foundation/core/stored-calendar-id';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import { calendarId, id } from '#shared/foundation/dynamodb/row-parts';
import { isTurnOver, type JobEvent, type JobHandler, jobWorker } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import { walkTwice } from '#shared/foundation/events/walk-twice';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { kmsClient, s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { sleep } from '#shared/foundation/platform/system-clock';
import { ERASURE_KEY, hmacPersonHashes } from '#shared/lifecycle/erasures/hmac-person-hashes';
import { beginRetentionWalk } from '#shared/lifecycle/meetings/commands/apply-retention';
import { clearMeeting } from '#shared/lifecycle/meetings/commands/delete-meeting';
import { namePersons } from '#shared/lifecycle/members/commands/name-persons';
import { deprovisionMember } from '#shared/lifecycle/members/commands/remove-member';
import { sumDelivered } from '#shared/lifecycle/usage/commands/sum-delivered';
import { beginPurge } from '#shared/lifecycle/workspaces/commands/close-workspace';
import { workspaceRows } from '#shared/lifecycle/workspaces/workspace-rows';
import { endEvents } from '#shared/meetings/calendar-events/commands/cancel-calendar-event';
import type { EventEndings } from '#shared/meetings/calendar-events/rules/calendar-event';
import { countCompany } from '#shared/meetings/companies/commands/count-company';
import { mailProviders } from '#shared/meetings/companies/mail-providers';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { reportPast } from '#shared/meetings/meetings/commands/report-past';
import type { DeletedMeeting } from '#shared/meetings/meetings/rules/delete-meeting';
import { backfillPeople } from '#shared/meetings/people/commands/backfill-people';
import { countDuePerson, countMembersPerson } from '#shared/meetings/people/commands/count-person';
import { recordAttendances } from '#shared/meetings/people/commands/record-attendances';
import { regroupPeople } from '#shared/meetings/people/commands/regroup-people';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { deleteContent } from '#shared/texts/conversations/commands/delete-conversation';
import type { DeletedConversation } from '#shared/texts/conversations/rules/trash';
import { s3AccessLogs } from '#shared/texts/downloads/s3-access-logs';
import { expireExports } from '#shared/texts/exports/commands/expire-exports';
import { slicesInFiles } from '#shared/texts/orders/slices-in-files';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { beginMerge } from '#shared/texts/search/commands/merge-segments';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import type { IndexContext } from '#shared/texts/search/ports';
import { entities } from '#shared/wiring/entities';
import { worker } from '#shared/wiring/worker';
import { countingAccessLogs } from './access-log-step.ts';
import { erasureStep } from './erasure-step.ts';
import { lateEventStep } from './late-event-step.ts';
import { retentionStep } from './retention-step.ts';
import { backfillStep, indexingStep, mergeStep } from './search-steps.ts';
import { usageStep } from './usage-step.ts';
import { closingStep, purgeStep, resumingStep } from './workspace-steps.ts';

const Endings: v.GenericSchema<unknown, EventEndings> = v.pipe(
  v.object({ workspaceId: id('wks'), memberId: id('mem'), connectionId: v.nullable(calendarId) }),
  v.transform(ofCalendar),
);

const Removed: v.GenericSchema<unknown, RemovedMember> = v.pipe(
  v.object({ workspaceId: id('wks'), memberId: id('mem'), connectionIds: v.array(calendarId) }),
  v.transform(({ connectionIds: calendarIds, ...rest }) => ({ ...rest, calendarIds })),
);

const Naming: v.GenericSchema<unknown, PersonNaming> = v.object({
  workspaceId: id('wks'),
  memberId: id('mem'),
  mark: v.string(),
});

const DeletedText: v.GenericSchema<unknown, DeletedConversation> = v.object({
  workspaceId: id('wks'),
  conversationId: id('con'),
  hadText: v.exactOptional(v.boolean()),
});

const GoneMeeting: v.GenericSchema<unknown, DeletedMeeting> = v.object({ meetingId: id('mtg') });

/** The purge of a workspace is due on the workspace's own row, so the notification has the workspace's id. */
const DueWorkspace = v.object({ id: id('wks') });
/** Likewise the end of a meeting, people, and companies. */
const DueMeeting = v.object({ id: id('mtg') });
const DuePerson = v.object({ id: id('per') });
const DueCompany = v.object({ id: id('com') });

const OfWorkspace: v.GenericSchema<unknown, WorkspaceJob> = v.object({ workspaceId: id('wks') });

interface HousekeepingDependencies {
  readonly files: FileStorage;
  readonly sealer: Sealer;
  readonly sleep: Sleep;
  readonly log: typeof writeLog;
}

export function housekeeping(
  base: CommandContext,
  { files, sealer, sleep, log }: HousekeepingDependencies,
): JobHandler {
  const personHashes = hmacPersonHashes(deploymentKey(ERASURE_KEY, { ...base, sealer }));
  const context: ErasureContext = { ...base, personHashes };
  const results = resultsInFiles(files);
  const indexing: IndexContext = { ...base, results, index: indexInFiles(files, base.randomBytes) };
  const { table, clock } = context;
  const paid = paidWalks({ ...context, sleep });
  const work = jobWorker(context, {
    steps: {
      'job.conversation_deletion': paid(
        walkTwice(
          clock,
          DeletedText,
          deleteContent(context, slicesInFiles(files)),
          indexConversation(indexing),
          expireExports({ ...context, files }),
        ),
      ),
      'job.conversation_indexing': indexingStep(indexing),
      'job.event_endings': paid(walkTwice(clock, Endings, endEvents(context))),
      'job.meeting_deletion': walkTwice(clock, GoneMeeting, clearMeeting(context)),
      'job.member_leaving': paid(walkTwice(clock, Removed, deprovisionMember(context))),
      'job.people_backfill': paid(walkTwice(clock, OfWorkspace, backfillPeople(context))),
      'job.people_regrouping': paid(walkTwice(clock, OfWorkspace, regroupPeople({ ...context, mailProviders }))),
      'job.person_erasure': erasureStep({ ...context, ...indexing, personHashes, files, results }, paid),
      'job.person_event': lateEventStep(context),
      'job.person_naming': paid(walkTwice(clock, Naming, namePersons(context), countMembersPerson(context))),
      'job.usage': usageStep(context),
      'job.workspace_closing': closingStep(context, paid),
      'job.workspace_resuming': paid(resumingStep(context)),
      'job.workspace_retention': retentionStep(context),
      'job.workspace_search': mergeStep(indexing),
      'job.workspace_search_backfill': backfillStep(indexing),
      'job.workspace_purge': purgeStep(context, { rows: workspaceRows(table, entities), files }),
    },
    worker: 'housekeeping',
    log,
  });
  const due = dueWork(context);
  return async (event, invocation, requeue) => {
    const isDone = await due(event, () => isTurnOver(invocation));
    return isDone ? 'done' : work(event, invocation, requeue);
  };
}

/** Works on what is due by its own row; false for anything else. */
function dueWork(context: ErasureContext) {
  return async ({ 'detail-type': type, detail }: JobEvent, isOver: () => boolean): Promise<boolean> => {
    switch (type) {
      case 'job.workspace_due':
        await beginPurge(context)(v.parse(DueWorkspace, detail).id);
        return true;
      case 'job.workspace_retention_due':
        await beginRetentionWalk(context)(v.parse(DueWorkspace, detail).id);
        return true;
      case 'job.workspace_search_due':
        await beginMerge(context)(v.parse(DueWorkspace, detail).id);
        return true;
      case 'job.workspace_usage_due':
        await sumDelivered(context)(v.parse(DueWorkspace, detail).id);
        return true;
      case 'job.meeting_due':
        await reportPast(context)(v.parse(DueMeeting, detail).id);
        return true;
      case 'job.meeting_people_due':
        await recordAttendances({ ...context, mailProviders })(v.parse(DueMeeting, detail).id, isOver);
        return true;
      case 'job.person_due':
        await countDuePerson(context)(v.parse(DuePerson, detail).id, isOver);
        return true;
      case 'job.company_due':
        await countCompany(context)(v.parse(DueCompany, detail).id);
        return true;
      default:
        return false;
    }
  };
}

export const handler = worker((context) =>
  queuedJobs(context, {
    work: countingAccessLogs(context, {
      accessLogs: s3AccessLogs(s3Client()),
      work: housekeeping(context, {
        files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
        sealer: kmsSealer(kmsClient(), requiredEnv('keyId')),
        sleep,
        log: writeLog,
      }),
      log: writeLog,
    }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: 'housekeeping',
    log: writeLog,
  }),
);
