import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/clock';
import { cachingTable } from '#shared/dynamodb/reads';
import { id, instant } from '#shared/dynamodb/row-parts';
import { type JobStep, jobWorker } from '#shared/events/job-worker';
import { queuedJobs } from '#shared/events/queued-jobs';
import { sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { sleep } from '#shared/platform/system-clock';
import { type PropagationCursor, propagateToPage } from '#shared/settings/commands/propagate-settings';
import type { Propagation } from '#shared/settings/rules/propagation';
import { worker } from '#shared/wiring/worker';

interface Dependencies {
  readonly sleep: Sleep;
  readonly log: typeof writeLog;
}

const Content: v.GenericSchema<unknown, Propagation> = v.object({
  workspaceId: id('wks'),
  everyMeeting: v.boolean(),
  memberIds: v.array(id('mem')),
  meetingIds: v.array(id('mtg')),
  goneAssignmentIds: v.exactOptional(v.array(id('asg'))),
  call: v.exactOptional(v.object({ hash: v.string(), at: instant })),
});

const Cursor: v.GenericSchema<unknown, PropagationCursor> = v.object({
  walk: v.picklist([1, 2]),
  part: v.number(),
  after: v.exactOptional(v.string()),
});

/** Propagates changed settings to the upcoming meetings that they apply to, one page a step. */
export function settingsReach(context: CommandContext, { sleep, log }: Dependencies) {
  const propagate = propagateToPage({
    ...context,
    sleep,
    cacheReads: cachingTable,
    reportFailure: (meetingId, error) => log({ worker: 'settings-reach', meetingId, ...traceOf(error) }, 'ERROR'),
  });
  const step: JobStep = async ({ content, cursor }) => {
    const progress = await propagate(v.parse(Content, content), cursor && v.parse(Cursor, cursor));
    if (progress === 'done') return 'done';
    const { place, notBefore } = progress;
    return { cursor: place, ...(notBefore !== undefined && { notBefore }) };
  };
  return jobWorker(context, { steps: { 'job.reach': step }, worker: 'settings-reach', log });
}

export const handler = worker((context) =>
  queuedJobs(context, {
    work: settingsReach(context, { sleep, log: writeLog }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    worker: 'settings-reach',
    log: writeLog,
  }),
);
