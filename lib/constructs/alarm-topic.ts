import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';

/** The SNS topic that receives every alarm. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id, { topicName: resourceName(config, 'alarms'), masterKey: key, enforceSSL: true });
    if (!config.alarmEmail) return;
    const mail = new EmailSubscription(config.alarmEmail);
    suppressNagRule(
      this.addSubscription(mail),
      'Serverless-SNSRedrivePolicy',
      'The subscription is an e-mail address. An alarm whose e-mail is not delivered still shows in CloudWatch.',
    );
  }
}
