import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { MINUTE_MS } from '#shared/core/time';
import { dynamoTable } from '#shared/dynamodb/table';
import type { JobEvent } from '#shared/events/job-worker';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import type { RoutingRule } from '#test/doubles/aws/eventbridge';
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

/** The functions for what takes longer than a request. Their queues, which only make the workspaces take turns, are left out. */
export function jobRules({ services, time, plan }: Needs): readonly RoutingRule[] {
  const context = (container: Container) => {
    const { dynamo, clock, random } = services();
    return commandContext({
      table: dynamoTable(container.watch(dynamo), 'main'),
      clock,
      backoff: { pause: (round) => time.after(random() * 20 * 2 ** round) },
      randomBytes: seededBytes(random),
    });
  };
  const dependencies = { files: inMemoryFiles(), sleep: time.after, log: () => undefined };
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
    ...['job.person_', 'job.people_', 'job.meeting_people_due', 'job.company_due', 'job.workspace_usage_due'].map(
      (prefix) =>
        rule(
          prefix,
          prefix,
          calling((one) => {
            const sealer = kmsSealer(one.watch(services().kms), 'key');
            return housekeeping(context(one), { ...dependencies, sealer });
          }),
        ),
    ),
    rule(
      'Mail',
      'job.mail',
      calling((one) => mailWithoutSender(context(one))),
    ),
    ...['job.bulk_redelivery', 'job.endpoint_closing'].map((type) =>
      rule(
        type,
        type,
        calling((one) => bulkRedelivery(context(one), dependencies)),
      ),
    ),
  ];
}
