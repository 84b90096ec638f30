import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import { FailureAlarm } from './failure-alarm.ts';
import { stageMetric } from './stage-metric.ts';

/** SES puts an account under review beyond these ("Reputation metrics" in the SES developer guide). */
const MOST_BOUNCES = 0.05;
const MOST_COMPLAINTS = 0.001;

/** The alarms of a deployment that sends mail. SES has one reputation for the account and region. */
export function alarmWhenMailFails(scope: Construct, context: AppContext): void {
  if (context.config.mailFrom === undefined) return;
  // The worker writes this metric in its log line.
  new FailureAlarm(scope, 'MailDenied', {
    context,
    metric: stageMetric(context.config, { metricName: 'MailDenied', statistic: 'Sum', period: Duration.minutes(5) }),
    threshold: 1,
    failureMeans:
      'SES takes no mail of this deployment: summaries, invitations and mail about webhook endpoints are missing. The `cause` in the log of mail-delivery says why: a right or `mailIdentity`, an identity that is not verified, or AWS has paused the mail of the account. A job stays due for a day.',
  });
  // The worker writes this metric in its log line as well.
  new FailureAlarm(scope, 'MailStopped', {
    context,
    metric: stageMetric(context.config, { metricName: 'MailStopped', statistic: 'Sum', period: Duration.minutes(5) }),
    threshold: 1,
    failureMeans:
      'Too many mails of a workspace bounced or were complained about: its summaries and invitations, or its mail to strangers alone (`stops` in the log), are not sent until `npm run ops -- workspace --resume-mail`. The log of mail-delivery names the workspace and the reason; see whom it mails first, or who invites its members to calls with such addresses.',
  });
  new FailureAlarm(scope, 'MailBounces', {
    context,
    metric: reputation('Reputation.BounceRate'),
    threshold: MOST_BOUNCES,
    failureMeans:
      'One of twenty mails bounces: SES reviews the account, and pauses its mail at one of ten, that of sign-ups included. See the bounces in the log of mail-delivery, and which workspaces send to addresses that do not exist.',
  });
  new FailureAlarm(scope, 'MailComplaints', {
    context,
    metric: reputation('Reputation.ComplaintRate'),
    threshold: MOST_COMPLAINTS,
    failureMeans:
      'One of a thousand mails is marked as spam: SES reviews the account, and pauses its mail at one of two hundred, that of sign-ups included. See which workspaces mail summaries to people who did not ask for them.',
  });
}

const reputation = (metricName: string): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
