import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import { stageMetric } from './stage-metric.ts';

/** Every function that uses the table writes this metric when a request is throttled, by the table or an index. */
export function alarmWhenTableThrottles(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'TableThrottled', {
    context,
    metric: stageMetric(context.config, {
      metricName: 'TableThrottled',
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: 10,
    periods: 2,
    failureMeans:
      'DynamoDB throttles the table or an index: partners get 5xx errors, webhooks and bots are late. ReadThrottleEvents and WriteThrottleEvents of the table and its indexes show which. One partition key takes too much, or traffic has doubled within half an hour.',
  });
}

/** Every consumer of a queue writes this metric when it receives a message that was sent twenty minutes before, or earlier. */
export function alarmWhenMessagesAreLate(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'QueuesLate', {
    context,
    metric: stageMetric(context.config, {
      metricName: 'LateMessageSeconds',
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    threshold: Duration.minutes(20).toSeconds(),
    periods: 3,
    failureMeans:
      'Messages wait for more than twenty minutes in a queue: webhooks, bots, calendars or jobs are late. The dashboard shows the oldest message of each queue. See throttling of its worker, and its concurrency in lib/config.ts.',
  });
}

/** The fan-out writes this metric for an event that it gets from the sweeper first, 45 seconds after the change or later. */
export function alarmWhenRelayIsSilent(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'EventsRelayed', {
    context,
    metric: stageMetric(context.config, {
      metricName: 'EventsFannedOutLate',
      statistic: 'Sum',
      period: Duration.minutes(15),
    }),
    threshold: 1,
    periods: 2,
    failureMeans:
      'The sweeper publishes events that the outbox-relay has not: webhooks are late by a minute or two, and jobs by two or three. The event source mapping of outbox-relay is disabled or fails, or the fan-out is behind.',
  });
}

/** Clients of AWS and the function of live connections write this metric in an error line, whose `fault` says which. */
export function alarmWhenServicesFail(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'ServiceFaults', {
    context,
    metric: stageMetric(context.config, { metricName: 'ServiceFaults', statistic: 'Sum', period: Duration.minutes(5) }),
    threshold: 1,
    failureMeans:
      'The `fault` in an error line says which. denied: an AWS service refuses requests until the deployment is changed (a right, a disabled key, a table or queue that is gone): partners get 503, workers fail. live: the WebSocket API refuses people who read a call along.',
  });
}
