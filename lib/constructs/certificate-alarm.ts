import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AlarmContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';

/** ACM renews its own certificates 60 days ahead: one that has fewer left is imported, or could not be renewed. */
const DAYS_AHEAD = 45;

interface CertificateAlarmProps {
  readonly context: AlarmContext;
  readonly certificate: ICertificate;
  /** What happens when it has expired. */
  readonly failureMeans: string;
}

/** In the stack of the region that has the certificate: ACM writes the days there, once a day, and none after the last. */
export function alarmBeforeExpiry(
  scope: Construct,
  id: string,
  { context, certificate, failureMeans }: CertificateAlarmProps,
): void {
  new FailureAlarm(scope, id, {
    context,
    metric: certificate.metricDaysToExpiry(),
    threshold: DAYS_AHEAD,
    when: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
    missingData: 'as before',
    failureMeans,
  });
}
