import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';

interface AlarmTopicProps {
  readonly config: StageConfig;
  /** Of the topic; a stage has one in each region that it has alarms in. */
  readonly name: 'alarms' | 'edge-alarms';
}

/**
 * The SNS topic that receives every alarm of a region. It has no key of KMS: an alarm about a key must arrive when that key
 * cannot be used (docs/decisions/alarms.md). Messages name an alarm and its threshold.
 */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { config, name }: AlarmTopicProps) {
    super(scope, id, { topicName: resourceName(config, name), enforceSSL: true });
    this.allowPublishers(config);
    const noKey = 'An alarm has to arrive when a key of KMS cannot be used, and says nothing of customers.';
    suppressNagRule(this, 'Serverless-SNSEncryptedKMS', noKey);
    if (!config.alarmEmail) return;
    const mail = new EmailSubscription(config.alarmEmail);
    suppressNagRule(
      this.addSubscription(mail),
      'Serverless-SNSRedrivePolicy',
      'The subscription is an e-mail address. An alarm whose e-mail is not delivered still shows in CloudWatch.',
    );
  }

  /**
   * A topic with a policy of its own has no longer the default one, by which the account's services may publish ("Why
   * didn't I receive an Amazon SNS notification for my CloudWatch alarm?" in the AWS Knowledge Center).
   */
  private allowPublishers(config: StageConfig): void {
    const { account } = Stack.of(this);
    const rules = Stack.of(this).formatArn({
      service: 'events',
      resource: 'rule',
      resourceName: resourceName(config, '*'),
    });
    this.allowPublishing('Alarms', 'cloudwatch.amazonaws.com', { StringEquals: { 'aws:SourceAccount': account } });
    this.allowPublishing('Rules', 'events.amazonaws.com', { ArnLike: { 'aws:SourceArn': rules } });
  }

  private allowPublishing(sid: string, service: string, conditions: Record<string, Record<string, string>>): void {
    const principals = [new ServicePrincipal(service)];
    this.addToResourcePolicy(
      new PolicyStatement({ sid, principals, actions: ['sns:Publish'], resources: [this.topicArn], conditions }),
    );
  }
}
