import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type AppContext, named } from '../surroundings.ts';
import { FailureAlarm } from './failure-alarm.ts';

export interface DeadLettersProps {
  readonly appContext: AppContext;
  /** Whose failures these are; the queue is called `<of>-dead-letters`. */
  readonly of: string;
  readonly failureMeans: string;
}

/** Where what could not be handled waits two weeks for a person. Nobody waits in silence: the first message alarms. */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { appContext, of, failureMeans }: DeadLettersProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      queueName: named(appContext.config, `${of}-dead-letters`),
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    const lastStop = 'This is itself the queue of last resort; its alarm is what follows.';
    acknowledge(this.queue, 'AwsSolutions-SQS3', lastStop);
    acknowledge(this.queue, 'Serverless-SQSRedrivePolicy', lastStop);

    new FailureAlarm(this, 'NotEmpty', {
      appContext,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      threshold: 1,
      failureMeans,
    });
  }
}
