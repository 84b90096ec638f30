import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { JobWorker } from './job-worker.ts';

const PERIOD = Duration.minutes(1);

/** A worker whose dead letters the alarm is about. */
type AlarmedWorker = Pick<JobWorker, 'name' | 'queue' | 'failureMeans'>;

/** One alarm for the dead-letter queues of all workers for long jobs and of live transcripts, since a stage has at most twenty alarms. */
export function alarmWhenJobsFail(scope: Construct, context: AppContext, workers: readonly AlarmedWorker[]): void {
  const counts = workers.map(({ queue }, index) => [
    `queue${index}`,
    queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
  ]);
  const usingMetrics = Object.fromEntries(counts);
  new FailureAlarm(scope, 'JobsDeadLettersNotEmpty', {
    context,
    metric: new MathExpression({
      expression: `MAX([${Object.keys(usingMetrics).join(', ')}])`,
      usingMetrics,
      label: 'The longest dead-letter queue of jobs',
      period: PERIOD,
    }),
    threshold: 1,
    failureMeans: `A job failed ten times. ${workers.map(({ name, failureMeans }) => `${name}: ${failureMeans}`).join(' ')} The sweeper starts each again. Read the log of the worker, fix the cause, then redrive.`,
  });
}
