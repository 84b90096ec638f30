import {
  Alarm,
  ComparisonOperator as Comparison,
  type ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { AppContext } from '../surroundings.ts';

export interface FailureAlarmProps {
  readonly appContext: AppContext;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Consecutive periods of the metric. */
  readonly periods?: number;
  /** At or above the threshold unless told otherwise. */
  readonly when?: ComparisonOperator;
  /** For what is only silent when it is broken. */
  readonly silenceIsFailure?: boolean;
  /** What it means for a partner, and what to do first: the person it wakes reads nothing else. */
  readonly failureMeans: string;
}

export class FailureAlarm extends Construct {
  constructor(scope: Construct, id: string, props: FailureAlarmProps) {
    super(scope, id);
    new Alarm(this, 'Alarm', {
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: props.when ?? Comparison.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: props.silenceIsFailure ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: props.failureMeans,
    }).addAlarmAction(new SnsAction(props.appContext.alarms));
  }
}
