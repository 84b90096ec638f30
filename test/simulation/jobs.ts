import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { JobEvent } from '#shared/foundation/events/job-worker';
import { type JobMessage, queuedJobs } from '#shared/foundation/events/queued-jobs';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import type { RoutingRule } from '#test/doubles/aws/eventbridge';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { Container, FaultPlan } from '#test/support/event-path/container';
import { mailWithoutSender } from '#test/support/event-path/mail-without-sender';
import type { inMemoryServices } from '#test/support/event-path/services';
import { warmFunction } from '#test/support/event-path/warm-function';
import { inMemoryFiles } from '#test/support/in-memory-files';
import type { TimeLine } from './time-line.ts';

interface Needs {
  /** Not there yet when the rules are made: they stand in the way to it. */
  readonly services: () => ReturnType<typeof inMemoryServices>;
  readonly time: TimeLine;
  readonly plan: FaultPlan;
}

type Work = ReturnType<typeof housekeeping>;

/** A message that failed is received again after the visibility timeout; the sweeper starts its job before. */
const WAITS_MS = [9 * MINUTE_MS];

const contextOf = ({ services, time }: Needs, container: Container) => {
  const { dynamo, clock, random } = services();
  return commandContext({
    table: tableOver(container.watch(dynamo)),
    clock,
    backoff: { pause: (round) => time.after(random() * 20 * 2 ** round) },
    randomBytes: seededBytes(random),
  });
};

const noLog = () => undefined;

function housekeepingOf(needs: Needs, container: Container): Work {
  const sealer = kmsSealer(container.watch(needs.services().kms), 'key');
  return housekeeping(contextOf(needs, container), {
    files: inMemoryFiles(),
    sealer,
    sleep: async () => undefined,
    log: noLog,
  });
}

/** The function for what is due by its own row, which the sweeper sends to its queue. */
export function dueIn(needs: Needs, container: Container) {
  const { sqs, log } = needs.services();
  return queuedJobs(contextOf(needs, container), {
    work: housekeepingOf(needs, container),
    queue: sqsQueue<JobMessage>(container.watch(sqs), sqs.urlOf('housekeeping')),
    ...{ worker: 'housekeeping', log },
  });
}

/**
 * The functions for what takes longer than a request, by the bus. Their queues, which only make the workspaces take
 * turns, are left out.
 */
export function jobRules(needs: Needs): readonly RoutingRule[] {
  const { time, plan } = needs;
  const calling = (make: (container: Container) => Work) => {
    const copies: ReturnType<typeof warmFunction<Work>>[] = [];
    return async (event: JobEvent): Promise<void> => {
      for (const wait of [...WAITS_MS, undefined]) {
        const copy = copies.pop() ?? warmFunction<Work>({ worker: 'job', plan, clock: time.clock, make });
        const ended = await copy((work, invocation) => work(event, invocation));
        copies.push(copy);
        if (ended || wait === undefined) return;
        await time.after(wait);
      }
    };
  };
  const rule = (name: string, prefix: string, target: (event: JobEvent) => Promise<void>): RoutingRule => ({
    name,
    pattern: { source: ['rapporteur'], 'detail-type': [{ prefix }] },
    target,
  });
  return [
    ...['job.person_', 'job.people_'].map((prefix) =>
      rule(
        prefix,
        prefix,
        calling((one) => housekeepingOf(needs, one)),
      ),
    ),
    rule(
      'Mail',
      'job.mail',
      calling((one) => mailWithoutSender(contextOf(needs, one))),
    ),
    ...['job.bulk_redelivery', 'job.endpoint_closing'].map((type) =>
      rule(
        type,
        type,
        calling((one) => bulkRedelivery(contextOf(needs, one), { sleep: time.after, log: noLog })),
      ),
    ),
  ];
}
