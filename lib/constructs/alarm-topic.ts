import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { named } from '../surroundings.ts';

/** Where every alarm goes; whoever is on call subscribes. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { config, key }: { config: StageConfig; key: IKey }) {
    super(scope, id, { topicName: named(config, 'alarms'), masterKey: key, enforceSSL: true });
    if (!config.alarmEmail) return;
    const mail = new EmailSubscription(config.alarmEmail);
    acknowledge(
      this.addSubscription(mail),
      'Serverless-SNSRedrivePolicy',
      'Mail to a person; an alarm that could not be mailed still shows on the dashboard.',
    );
  }
}
