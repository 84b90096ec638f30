import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';

const PERIOD = Duration.minutes(5);

/** Of the 1,000 concurrent executions that an account has by default ("Lambda quotas" in the developer guide). */
const MOST_CONCURRENT = 800;

/**
 * Alarms on all functions of the account and region, other applications included: functions share the concurrency of the
 * account, and one metric costs what that of one function does.
 */
export function alarmWhenFunctionsAreHeldBack(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'FunctionsThrottled', {
    context,
    metric: ofAllFunctions('Throttles', 'Sum'),
    threshold: 10,
    periods: 2,
    failureMeans:
      'Lambda refuses invocations: partners get 5xx errors, and webhooks, bots and jobs wait. The account has no concurrency left, or a function has reached a limit of its own. See the throttles by function.',
  });
  new FailureAlarm(scope, 'FunctionsConcurrent', {
    context,
    metric: ofAllFunctions('ConcurrentExecutions', 'Maximum'),
    threshold: MOST_CONCURRENT,
    failureMeans:
      'The functions of the account run 800 times at once; by default it has 1,000 places, and beyond them the API answers 5xx errors. See which function takes them, and ask AWS for more concurrent executions.',
  });
}

/** Without dimensions, Lambda sums up the functions of the account and region. */
const ofAllFunctions = (metricName: string, statistic: 'Maximum' | 'Sum'): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
