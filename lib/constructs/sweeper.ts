import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import { type AppContext, named } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';
import type { WorkQueue } from './work-queue.ts';

interface SweeperProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
  /** Where it sends what is due. */
  readonly queues: readonly WorkQueue[];
}

/** The one thing that always runs: every minute it finds what is due and what was lost on the way. */
export class Sweeper extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { appContext, table, bus, queues }: SweeperProps) {
    super(scope, id);
    const failures = new DeadLetters(this, 'DeadLetters', {
      appContext,
      of: 'sweeper',
      failureMeans:
        'A sweep failed. The next minute repeats it; while it goes on, bots join late and long retries wait. See what the sweeper logs, then purge: nothing here needs a redrive.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: 'workers/sweeper',
      describedAs: 'Every minute: sends what is due to its queue',
      // Two sweeps never overlap by more than a breath.
      timeoutSeconds: 55,
      // Eight partitions in parallel, up to a page of keys each.
      memoryMb: 512,
      asynchronous: { retries: 0, maxAge: Duration.minutes(1), failures },
    });
    table.grantSweep(this.fn);
    bus.grantPublish(this.fn);
    for (const queue of queues) queue.grantSend(this.fn);
    this.mayCallItself(appContext);

    this.everyMinute(failures);
    this.alarmWhenSilent(appContext);
    this.alarmWhenOverdue(appContext);
  }

  /** By its name, since a role that waits for the function it belongs to would wait for ever. */
  private mayCallItself({ config }: AppContext): void {
    const functionName = named(config, 'sweeper');
    this.fn.addEnvironment(ENV.sweeperFunction, functionName);
    const itself = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: functionName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.fn.may(['lambda:InvokeFunction'], [itself]);
  }

  private everyMinute(failures: DeadLetters): void {
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        // A late sweep is worth nothing: the next one finds the same.
        new LambdaFunction(this.fn, {
          deadLetterQueue: failures.queue,
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    });
  }

  private alarmWhenSilent(appContext: AppContext): void {
    new FailureAlarm(this, 'Silent', {
      appContext,
      metric: this.fn.metricInvocations({ statistic: 'Sum', period: Duration.minutes(1) }),
      threshold: 1,
      periods: 3,
      when: ComparisonOperator.LESS_THAN_THRESHOLD,
      silenceIsFailure: true,
      failureMeans:
        'The sweeper has not run for three minutes: bots miss their meetings and retries beyond 15 minutes wait. Act at once.',
    });
  }

  /** The function writes this metric into its log line; nothing else publishes it. */
  private alarmWhenOverdue(appContext: AppContext): void {
    new FailureAlarm(this, 'Overdue', {
      appContext,
      metric: new Metric({
        namespace: 'Rapporteur',
        metricName: 'OldestOverdueSeconds',
        dimensionsMap: { stage: appContext.config.stage },
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      threshold: 600,
      periods: 3,
      when: ComparisonOperator.GREATER_THAN_THRESHOLD,
      failureMeans:
        'Something has been due for more than ten minutes and makes no progress: webhooks, bots or recordings stand still. See what the sweeper and the worker of that row log.',
    });
  }
}
