import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type AppContext, resourceName } from '../app-context.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import { FailureAlarm } from './failure-alarm.ts';

export interface DeadLetterQueueProps {
  readonly context: AppContext;
  /** The queue or function whose failures it holds; its name is `<of>-dead-letters`. */
  readonly of: string;
  /** Left out where an alarm for several queues includes this one. */
  readonly failureMeans?: string;
}

/** A dead-letter queue with a retention of two weeks. An alarm fires with the first message. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { context, of, failureMeans }: DeadLetterQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      queueName: resourceName(context.config, `${of}-dead-letters`),
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    const isDeadLetterQueue = 'This is a dead-letter queue itself, with an alarm.';
    suppressNagRule(this.queue, 'AwsSolutions-SQS3', isDeadLetterQueue);
    suppressNagRule(this.queue, 'Serverless-SQSRedrivePolicy', isDeadLetterQueue);

    if (failureMeans === undefined) return;
    new FailureAlarm(this, 'NotEmpty', {
      context,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      threshold: 1,
      failureMeans,
    });
  }
}
