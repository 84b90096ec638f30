import { Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { AlarmContext } from '../app-context.ts';
import type { ServiceBus } from './service-bus.ts';

interface KeyWarningProps {
  readonly context: AlarmContext;
  readonly keys: readonly IKey[];
  /** Whose dead-letter queue holds warnings that did not arrive. */
  readonly bus: ServiceBus;
}

/**
 * Notifies the alarm topic when one of the keys is disabled or its deletion is scheduled. KMS has no metric of that.
 * CloudTrail reports the requests to EventBridge, where the account has a trail that logs write events.
 */
export function warnWhenKeysEnd(scope: Construct, { context, keys, bus }: KeyWarningProps): void {
  if (!context.config.hasMonitoring) return;
  // By its ARN: the topic has a statement for the rules of the stage, and the target would add one for all rules.
  const topic = Topic.fromTopicArn(scope, 'KeyWarningTopic', context.alarms.topicArn);
  new Rule(scope, 'KeyEnds', {
    description: 'A key of KMS was disabled, or its deletion was scheduled',
    eventPattern: {
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: {
        eventSource: ['kms.amazonaws.com'],
        eventName: ['DisableKey', 'ScheduleKeyDeletion'],
        errorCode: Match.doesNotExist(),
        resources: { ARN: keys.map(({ keyArn }) => keyArn) },
      },
    },
    targets: [
      new SnsTopic(topic, {
        ...bus.retryPolicy(),
        message: RuleTargetInput.fromText(
          'A key of Rapporteur in KMS was disabled, or is deleted after its waiting period: what it encrypts cannot be read. Act at once: `aws kms cancel-key-deletion`, then `aws kms enable-key`. The runbook has the steps (KeyEnds).',
        ),
      }),
    ],
  });
}
