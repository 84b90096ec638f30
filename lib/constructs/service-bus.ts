import { Duration, Stack } from 'aws-cdk-lib';
import { EventBus, EventField, Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENV, EVENT_SOURCE, type JobType, OBJECT_CREATED } from '../../shared/foundation/infrastructure-names.ts';
import { type AppContext, resourceName } from '../app-context.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { NodeFunction } from './node-function.ts';
import type { WorkQueue } from './work-queue.ts';

/** Detail types of jobs and public events: `meeting.*` matches every type with that prefix. */
export type EventPattern =
  | JobType
  | `${'bot' | 'job' | 'meeting' | 'calendar_connection' | 'conversation' | 'export' | 'order' | 'webhook_endpoint'}.${string}*`
  | PublicEvent;
type PublicEvent =
  | `bot.${'transcript_ready' | 'summary_ready' | 'failed' | 'cancelled'}`
  | 'calendar_feed.warning'
  | 'usage.threshold'
  | 'webhook_event.failed';

interface SesEvents {
  readonly detailType: 'Email Bounced' | 'Email Complaint Received';
  readonly part: 'bounce' | 'complaint';
  readonly configurationSet: string;
}

/** The EventBridge bus between the outbox relay and the workers. Its events hold ids and types only. */
export class ServiceBus extends Construct {
  readonly bus: EventBus;
  private readonly name: string;
  private readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, context: AppContext) {
    super(scope, id);
    this.name = resourceName(context.config, 'bus');
    this.bus = new EventBus(this, 'Bus', { eventBusName: this.name });
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: 'bus',
      failureMeans:
        'Events did not reach their worker within a day: webhooks, bots or recordings are late until the sweeper finds them. Check the queue policies, then redrive.',
    });
  }

  grantPublish(fn: NodeFunction): void {
    fn.addEnvironment(ENV.busName, this.bus.eventBusName);
    fn.allow(['events:PutEvents'], [this.bus.eventBusArn]);
  }

  /** Whether it answers; publishes nothing. By name: a function of another stack imports nothing. */
  grantDescribe(fn: NodeFunction): void {
    fn.addEnvironment(ENV.busName, this.name);
    const arn = Stack.of(fn).formatArn({ service: 'events', resource: 'event-bus', resourceName: this.name });
    fn.allow(['events:DescribeEventBus'], [arn]);
  }

  toQueue(id: string, types: readonly EventPattern[], { queue }: WorkQueue): void {
    this.rule(id, types).addTarget(new SqsQueue(queue, this.retryPolicy()));
  }

  /**
   * What SES reports of mails of one configuration set. It publishes on the default bus alone. Only the named part of the
   * event and the tag with the workspace go on: the rest has the subject of the mail.
   */
  sesToQueue(id: string, { detailType, part, configurationSet }: SesEvents, { queue }: WorkQueue): void {
    const rule = new Rule(this, id, {
      eventPattern: {
        source: ['aws.ses'],
        detailType: [detailType],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
    });
    const message = RuleTargetInput.fromObject({
      'detail-type': detailType,
      detail: {
        [part]: EventField.fromPath(`$.detail.${part}`),
        workspace: EventField.fromPath('$.detail.mail.tags.workspace'),
        recipients: EventField.fromPath('$.detail.mail.tags.recipients'),
      },
    });
    rule.addTarget(new SqsQueue(queue, { ...this.retryPolicy(), message }));
  }

  /** New objects of a bucket. S3 publishes on the default bus alone. */
  objectsToQueue(id: string, { bucketName }: Pick<IBucket, 'bucketName'>, { queue }: WorkQueue): void {
    const rule = new Rule(this, id, {
      eventPattern: { source: ['aws.s3'], detailType: [OBJECT_CREATED], detail: { bucket: { name: [bucketName] } } },
    });
    rule.addTarget(new SqsQueue(queue, this.retryPolicy()));
  }

  private rule(id: string, types: readonly EventPattern[]): Rule {
    const detailType = Match.anyOf(
      ...types.map((type) => (type.endsWith('*') ? Match.prefix(type.slice(0, -1)) : Match.exactString(type))),
    );
    return new Rule(this, id, { eventBus: this.bus, eventPattern: { source: [EVENT_SOURCE], detailType } });
  }

  /** The retry policy of every target: the defaults of EventBridge, with a dead-letter queue. */
  retryPolicy() {
    return { deadLetterQueue: this.deadLetters.queue, retryAttempts: 185, maxEventAge: Duration.hours(24) };
  }
}
