import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';

interface StageMetricProps {
  readonly metricName: string;
  readonly statistic: 'Average' | 'Maximum' | 'Sum';
  readonly period: Duration;
}

/** A metric that the functions of a stage write in their log lines (`withMetrics`). */
export const stageMetric = ({ stage }: StageConfig, props: StageMetricProps): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, dimensionsMap: { stage }, ...props });
