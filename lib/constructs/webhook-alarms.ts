import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../surroundings.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { WorkQueue } from './work-queue.ts';

export function alarmWhenLate(scope: Construct, appContext: AppContext, { queue }: WorkQueue): void {
  new FailureAlarm(scope, 'Late', {
    appContext,
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) }),
    threshold: Duration.minutes(5).toSeconds(),
    periods: 3,
    failureMeans:
      'A first attempt waits for more than five minutes: partners see webhooks late. Look for throttling of the delivery function.',
  });
}

/** The delivery function writes this metric into its log line; nothing else publishes it. */
export function alarmWhenNotMade(scope: Construct, appContext: AppContext): void {
  new FailureAlarm(scope, 'NotMade', {
    appContext,
    metric: new Metric({
      namespace: 'Rapporteur',
      metricName: 'AttemptsNotMade',
      dimensionsMap: { stage: appContext.config.stage },
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: 1,
    failureMeans:
      'A webhook could not be rendered or signed, so that nothing was sent: its partner sees `render_error`. It is tried again on the schedule; mend what the delivery logs as `fault` within fourteen hours.',
  });
}

/** Any function that reads the table writes this metric where it sees one; nothing else publishes it. */
export function alarmWhenClockIsOff(scope: Construct, appContext: AppContext): void {
  new FailureAlarm(scope, 'ClockSkew', {
    appContext,
    metric: new Metric({
      namespace: 'Rapporteur',
      metricName: 'ClockSkewSeconds',
      dimensionsMap: { stage: appContext.config.stage },
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    threshold: 30,
    failureMeans:
      "A function's clock is half a minute or more from AWS's: from five minutes on, receivers refuse our webhooks' signatures, and bots and retries come at the wrong time. Its log lines say `clock skew`; have Lambda start fresh environments by deploying again.",
  });
}
