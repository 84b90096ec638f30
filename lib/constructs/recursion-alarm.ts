import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';

/**
 * Over all functions of the account and region: a metric has the name of its function, and an expression takes ten metrics
 * at most. Lambda writes the metric only where it stops a function, so the query costs next to nothing.
 */
export function alarmWhenLoopsAreStopped(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'LoopsStopped', {
    context,
    metric: new MathExpression({
      expression: 'SELECT SUM(RecursiveInvocationsDropped) FROM SCHEMA("AWS/Lambda", FunctionName)',
      label: 'Stopped invocations',
      period: Duration.minutes(5),
    }),
    threshold: 1,
    failureMeans:
      'Lambda stopped a function of this account that invokes itself, directly or by a queue: its bots, webhooks or jobs wait for the sweeper, and its messages go to a dead-letter queue. The AWS Health Dashboard names the function. A loop that is meant is allowed by its queue (lib/constructs/work-queue.ts).',
  });
}
