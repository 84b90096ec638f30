import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import { type AppContext, resourceName } from '../app-context.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { JobWorker } from './job-worker.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';
import { stageMetric } from './stage-metric.ts';
import type { WorkQueue } from './work-queue.ts';

interface SweeperProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
  /** The queues that it sends due rows to. */
  readonly queues: readonly WorkQueue[];
  /** For what is due by its own row. */
  readonly workers: Readonly<Record<'housekeeping' | 'orders' | 'media', JobWorker>>;
}

/** The scheduled function: every minute it finds rows that are due, and events that were not published. */
export class Sweeper extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, bus, queues, workers }: SweeperProps) {
    super(scope, id);
    const failures = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: 'sweeper',
      failureMeans:
        'A sweep failed. It is repeated every minute; while sweeps fail, bots join late and webhook retries beyond 15 minutes wait. Read the log of the sweeper, then purge the queue: a redrive is not needed.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'workers/sweeper',
      description: 'Sends due rows to their queues, every minute',
      // Below a minute, so that two sweeps hardly overlap.
      timeoutSeconds: 55,
      // All partitions concurrently, with up to a page of keys each.
      memoryMb: 512,
      asynchronous: { retries: 0, maxAge: Duration.minutes(1), failures },
    });
    table.grantSweep(this.fn);
    bus.grantPublish(this.fn);
    for (const queue of queues) queue.grantSend(this.fn);
    workers.housekeeping.queue.grantSend(this.fn, ENV.housekeepingQueueUrl);
    workers.orders.queue.grantSend(this.fn, ENV.orderQueueUrl);
    workers.media.queue.grantSend(this.fn, ENV.mediaQueueUrl);
    this.allowSelfInvocation(context);

    this.everyMinute(context, failures);
    this.alarmWhenSilent(context);
    this.alarmWhenOverdue(context);
  }

  /** By its name: a reference from the role to its function would be a circular dependency. */
  private allowSelfInvocation({ config }: AppContext): void {
    const functionName = resourceName(config, 'sweeper');
    this.fn.addEnvironment(ENV.sweeperFunction, functionName);
    const ownArn = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: functionName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.fn.allow(['lambda:InvokeFunction'], [ownArn]);
  }

  private everyMinute({ config }: AppContext, failures: DeadLetterQueue): void {
    new Rule(this, 'EveryMinute', {
      ruleName: resourceName(config, 'sweeper'),
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        // A late sweep is useless, since the next one finds the same rows.
        new LambdaFunction(this.fn, {
          deadLetterQueue: failures.queue,
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    });
  }

  private alarmWhenSilent(context: AppContext): void {
    new FailureAlarm(this, 'Silent', {
      context,
      metric: this.fn.metricInvocations({ statistic: 'Sum', period: Duration.minutes(1) }),
      threshold: 1,
      periods: 3,
      when: ComparisonOperator.LESS_THAN_THRESHOLD,
      missingData: 'failure',
      failureMeans:
        'The sweeper has not run for three minutes: bots miss their meetings, and webhook retries beyond 15 minutes wait. Act at once.',
    });
  }

  /** The sweeper writes this metric in its log line. */
  private alarmWhenOverdue(context: AppContext): void {
    new FailureAlarm(this, 'Overdue', {
      context,
      metric: stageMetric(context.config, {
        metricName: 'OldestOverdueSeconds',
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      threshold: 600,
      periods: 3,
      when: ComparisonOperator.GREATER_THAN_THRESHOLD,
      failureMeans:
        'A row has been due for more than ten minutes without progress: webhooks, bots or recordings are stuck. The log of the sweeper names it in `overdue`; read that of its worker.',
    });
  }
}
