import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import { stageMetric } from './stage-metric.ts';

/** A recording that fails is tried again every ten minutes at least, so that the alarm lasts as long as the fault. */
const PERIOD = Duration.minutes(15);

/** A bot waits in the lobby for the people in the call, so bots that were not admitted do not count. */
const MOST_LATE = 0.1;

/** bot-dispatch writes this metric in its log line: 1 for a bot that was late, 0 for any other. */
export function alarmWhenBotsAreLate(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'Late', {
    context,
    metric: stageMetric(context.config, { metricName: 'BotsLate', statistic: 'Average', period: PERIOD }),
    threshold: MOST_LATE,
    when: ComparisonOperator.GREATER_THAN_THRESHOLD,
    failureMeans:
      'More than a tenth of the bots of a quarter of an hour were neither in their call nor in its lobby three minutes after the start: meetings are not recorded, or without their beginning. The dashboard shows which recorder and platform. Try the recorder with `npm run ops -- recorder --test`, and put another first in the order.',
  });
}

/** bot-dispatch and recording-processing write this metric, one log line a fault: one alarm for all kinds. */
export function alarmWhenRecordersFail(scope: Construct, context: AppContext): void {
  new FailureAlarm(scope, 'RecorderFaults', {
    context,
    metric: stageMetric(context.config, { metricName: 'RecorderFaults', statistic: 'Sum', period: PERIOD }),
    threshold: 1,
    failureMeans:
      'The `fault` in the log of bot-dispatch or recording-processing says which. circuit_open: a recorder refused bots or did not answer, three times running, and gets no bot for a while; the lines `recorder call failed` have the status of each call. doubled: a recorder that was passed over had the bot after all, so that two bots were in a call; it is asked to leave. copy: recordings cannot be copied from their recorder, which are lost after a day. speech: recordings get no transcript. lost: people spoke in recordings whose transcripts have no words. The runbook has the steps for each.',
  });
}
