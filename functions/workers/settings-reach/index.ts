import * as v from 'valibot';
import { paidWalks } from '#shared/accounts/workspaces/paid-walks';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sleep } from '#shared/foundation/core/clock';
import { Throttled } from '#shared/foundation/core/store';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import { cachingTable } from '#shared/foundation/dynamodb/reads';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { type JobStep, jobWorker } from '#shared/foundation/events/job-worker';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import { walkListsTwice } from '#shared/foundation/events/walk-twice';
import { sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { sleep } from '#shared/foundation/platform/system-clock';
import { propagationLists } from '#shared/meetings/settings/commands/propagate-settings';
import type { Propagation } from '#shared/meetings/settings/rules/propagation';
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

/** Several changes at once share one partition of the index: a throttled page is tried again after this. */
const THROTTLED_MS = 10 * SECOND_MS;

/** Propagates changed settings to the upcoming meetings that they apply to, one page a step. */
export function settingsReach(context: CommandContext, { sleep, log }: Dependencies) {
  const lists = propagationLists({
    ...context,
    cacheReads: cachingTable,
    reportFailure: (meetingId, error) => log({ worker: 'settings-reach', meetingId, ...traceOf(error) }, 'ERROR'),
  });
  const walk = paidWalks({ ...context, sleep })(walkListsTwice(context.clock, Content, lists));
  const step: JobStep = async (job, lease) => {
    try {
      return await walk(job, lease);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      return { cursor: job.cursor ?? { walk: 1 }, notBefore: later(context.clock.now(), THROTTLED_MS) };
    }
  };
  return jobWorker(context, { steps: { 'job.reach': step }, worker: 'settings-reach', log });
}

export const handler = worker((context) =>
  queuedJobs(context, {
    work: settingsReach(context, { sleep, log: writeLog }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: 'settings-reach',
    log: writeLog,
  }),
);
