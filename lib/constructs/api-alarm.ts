import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { Gateway } from './gateway.ts';
import { rollbackAlarmName } from './traffic-shift.ts';

/** Beside the other alarms, so that the stacks with functions of the API need no topic. */
export function alarmWhenApiFails(scope: Construct, context: AppContext, { api }: Gateway): void {
  new FailureAlarm(scope, 'ApiFaults', {
    context,
    alarmName: rollbackAlarmName(context.config, 'ApiFaults'),
    metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) }),
    threshold: 5,
    periods: 3,
    failureMeans:
      'Partners get 5xx responses, five a minute or more. Search the logs of the functions for the request ids in the access log.',
  });
}
