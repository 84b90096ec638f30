import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type AppContext, resourceName } from '../app-context.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { NodeFunction } from './node-function.ts';

export interface WorkQueueProps {
  readonly context: AppContext;
  /** The name of the queue is `rapporteur-<stage>-<name>`. */
  readonly name: string;
  /** The environment variable with the URL of the queue, for functions that send to it. */
  readonly envName: string;
  readonly consumerTimeoutSeconds: number;
  /** How long a received message stays hidden; by default six times the timeout of its consumer. */
  readonly visibilitySeconds?: number;
  /** The alarm description of the dead-letter queue; left out where an alarm for several queues includes it. */
  readonly failureMeans?: string;
}

/** A message goes to the dead-letter queue after so many receives. Throttling counts as a receive, so fewer would be too few. */
const MAX_RECEIVES = 10;

/** The most messages that SQS returns at a time. Lambda makes larger batches only with a batching window. */
const SQS_BATCH_SIZE = 10;

interface ConsumerOptions {
  /** Concurrent invocations, 2 or more; as many as Lambda starts where it is undefined. */
  readonly maxConcurrency: number | undefined;
  /** By default ten. A larger batch has a batching window of a second, and up to twenty seconds in a nearly empty queue. */
  readonly batchSize?: number;
}

/** An SQS queue with a dead-letter queue and its alarm. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  private readonly envName: string;
  private readonly senders = new Set<NodeFunction>();
  private readonly consumers = new Set<NodeFunction>();

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { context, name, failureMeans } = props;
    this.envName = props.envName;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: name,
      ...(failureMeans !== undefined && { failureMeans }),
    }).queue;
    this.queue = new Queue(this, 'Queue', {
      queueName: resourceName(context.config, name),
      // AWS recommends six times the function's timeout, so that a throttled batch is not received twice.
      visibilityTimeout: Duration.seconds(props.visibilitySeconds ?? props.consumerTimeoutSeconds * 6),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  /** `envName` where the function knows several queues by the same name. */
  grantSend(fn: NodeFunction, envName = this.envName): void {
    fn.addEnvironment(envName, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
    this.senders.add(fn);
    this.allowLoopOf(fn);
  }

  /** Lets a consumer send a message that needs an operator to the dead-letter queue itself. */
  grantSendToDeadLetters(fn: NodeFunction, envName: string): void {
    fn.addEnvironment(envName, this.deadLetters.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.deadLetters.queueArn]);
  }

  /** Makes the function the consumer of the queue. It reports failed messages of a batch. */
  addConsumer(fn: NodeFunction, { maxConcurrency, batchSize = SQS_BATCH_SIZE }: ConsumerOptions): void {
    this.addUrlTo(fn);
    suppressNagRule(
      fn,
      'Serverless-LambdaEventSourceMappingDestination',
      'The dead-letter queue of the event source is that destination.',
    );
    fn.released.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        ...(batchSize > SQS_BATCH_SIZE && { maxBatchingWindow: Duration.seconds(1) }),
        ...(maxConcurrency !== undefined && { maxConcurrency }),
        reportBatchItemFailures: true,
      }),
    );
    this.consumers.add(fn);
    this.allowLoopOf(fn);
  }

  /** Lambda would stop a consumer that sends to its own queue after about sixteen messages, each sent by the one before. */
  private allowLoopOf(fn: NodeFunction): void {
    if (this.senders.has(fn) && this.consumers.has(fn)) fn.allowRecursiveLoop();
  }

  private addUrlTo(fn: NodeFunction): void {
    fn.addEnvironment(this.envName, this.queue.queueUrl);
  }
}
