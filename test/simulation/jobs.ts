import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { MINUTE_MS } from '#shared/core/time';
import { dynamoTable } from '#shared/dynamodb/table';
import { commandContext } from '#shared/wiring/command-context';
import type { JobEvent } from '#shared/wiring/job-worker';
import { seededBytes } from '#test/benchmarks/random';
import type { RoutingRule } from '#test/support/aws/eventbridge';
import type { Container, FaultPlan } from '#test/support/event-path/container';
import { slot } from '#test/support/event-path/slot';
import type { standIns } from '#test/support/event-path/stand-ins';
import { filesInMemory } from '#test/support/files-in-memory';
import type { TimeLine } from './time-line.ts';

interface Needs {
  /** Not there yet when the rules are made: they stand in the way to it. */
  readonly services: () => ReturnType<typeof standIns>;
  readonly time: TimeLine;
  readonly plan: FaultPlan;
}

type Work = ReturnType<typeof housekeeping>;

/** An asynchronous invocation that failed is tried again twice, after a minute and after two. */
const WAITS_MS = [MINUTE_MS, 2 * MINUTE_MS];

/** The functions that the bus calls itself, with what takes longer than a request. */
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
  const players = { files: filesInMemory(), rest: { rest: time.after }, note: () => undefined };
  const calling = (make: (container: Container) => Work) => {
    const copies: ReturnType<typeof slot<Work>>[] = [];
    return async (event: JobEvent): Promise<void> => {
      for (const wait of [...WAITS_MS, undefined]) {
        const copy = copies.pop() ?? slot<Work>({ worker: 'job', plan, clock: time.clock, make });
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
    rule(
      'PersonNaming',
      'job.person_naming',
      calling((one) => housekeeping(context(one), players)),
    ),
    rule(
      'BulkRedelivery',
      'job.bulk_redelivery',
      calling((one) => bulkRedelivery(context(one), players)),
    ),
  ];
}
