import {
  Alarm,
  ComparisonOperator as Comparison,
  type ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { AlarmContext } from '../app-context.ts';

export interface FailureAlarmProps {
  readonly context: AlarmContext;
  readonly metric: IMetric;
  readonly threshold: number;
  /** A fixed name, for what refers to the alarm by it. By default CloudFormation's. */
  readonly alarmName?: string;
  /** Consecutive periods of the metric. */
  readonly periods?: number;
  /** By default greater than or equal to the threshold. */
  readonly when?: ComparisonOperator;
  /** What missing data means; by default that nothing failed. */
  readonly missingData?: 'failure' | 'as before';
  /** The alarm description: what the failure means for partners, and what to do first. */
  readonly failureMeans: string;
}

const MISSING = { failure: TreatMissingData.BREACHING, 'as before': TreatMissingData.IGNORE } as const;

/**
 * A CloudWatch alarm that notifies the alarm topic. It cannot be created without a description of the failure. A stage
 * without monitoring has none.
 */
export class FailureAlarm extends Construct {
  constructor(scope: Construct, id: string, props: FailureAlarmProps) {
    super(scope, id);
    if (!props.context.config.hasMonitoring) return;
    new Alarm(this, 'Alarm', {
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: props.when ?? Comparison.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: props.missingData ? MISSING[props.missingData] : TreatMissingData.NOT_BREACHING,
      alarmDescription: props.failureMeans,
      ...(props.alarmName !== undefined && { alarmName: props.alarmName }),
    }).addAlarmAction(new SnsAction(props.context.alarms));
  }
}
