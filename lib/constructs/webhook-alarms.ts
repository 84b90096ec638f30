import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import { stageMetric } from './stage-metric.ts';
import { rollbackAlarmName } from './traffic-shift.ts';
import type { WorkQueue } from './work-queue.ts';

export function alarmWhenLate(scope: Construct, context: AppContext, { queue }: WorkQueue): void {
  new FailureAlarm(scope, 'Late', {
    context,
    alarmName: rollbackAlarmName(context.config, 'WebhooksLate'),
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) }),
    threshold: Duration.minutes(5).toSeconds(),
    periods: 3,
    failureMeans:
      'First attempts of webhooks wait for more than five minutes. Check the delivery function for throttling.',
  });
}

/** The delivery function writes this metric in its log line. */
export function alarmWhenNotSent(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'NotMade', {
    context,
    alarmName: rollbackAlarmName(context.config, 'WebhooksNotMade'),
    metric: stageMetric(context.config, {
      metricName: 'AttemptsNotMade',
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: 1,
    failureMeans:
      'A webhook could not be rendered or signed, and was not sent: its partner sees `render_error`. It is retried on the schedule. Fix the `fault` in the log of webhook-delivery within fourteen hours.',
  });
}

/** Every function that uses the table writes this metric when it finds a skew. */
export function alarmWhenClockIsOff(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'ClockSkew', {
    context,
    metric: stageMetric(context.config, {
      metricName: 'ClockSkewSeconds',
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    threshold: 30,
    failureMeans:
      'The clock of a function differs from that of AWS by half a minute or more. From five minutes on, receivers refuse the signatures of webhooks, and bots and retries are late or early. The log lines say `clock skew`. Deploy again, so that Lambda starts new environments.',
  });
}
