import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type AppContext, named } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import type { NodeFunction } from './node-function.ts';

export interface WorkQueueProps {
  readonly appContext: AppContext;
  /** The queue is called `rapporteur-<stage>-<name>`. */
  readonly name: string;
  /** The variable by which a function that may send learns the queue's address. */
  readonly envName: string;
  readonly consumerTimeoutSeconds: number;
  /** What a person should know when messages end up among the dead letters. */
  readonly failureMeans: string;
}

/** A message is given up after this many tries; throttling counts as one, so fewer would lose healthy messages. */
const MAX_RECEIVES = 10;

/** SQS hands out ten at a time. Lambda makes larger batches of them only where it may wait for more to come. */
const AT_ONCE_TAKEN = 10;

interface Feeding {
  /** Batches at once. */
  readonly atOnce: number;
  /** Messages of one batch; beyond ten they may wait, for a second, and up to twenty in a queue that is nearly empty. */
  readonly batch?: number;
}

/** A queue, with somewhere for what its consumer cannot handle. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  private readonly envName: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { appContext, name, failureMeans } = props;
    this.envName = props.envName;
    this.deadLetters = new DeadLetters(this, 'DeadLetters', { appContext, of: name, failureMeans }).queue;
    this.queue = new Queue(this, 'Queue', {
      queueName: named(appContext.config, name),
      // AWS asks for at least six times the function's timeout, so that a throttled batch is not received twice.
      visibilityTimeout: Duration.seconds(props.consumerTimeoutSeconds * 6),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }

  grantSend(fn: NodeFunction): void {
    this.tell(fn);
    fn.may(['sqs:SendMessage'], [this.queue.queueArn]);
  }

  /** Lets a consumer say of its own accord that something needs a person. */
  grantGiveUp(fn: NodeFunction, envName: string): void {
    fn.addEnvironment(envName, this.deadLetters.queueUrl);
    fn.may(['sqs:SendMessage'], [this.deadLetters.queueArn]);
  }

  /** Hands the messages to a function, batch by batch; it answers which of them failed. */
  feed(fn: NodeFunction, { atOnce, batch = AT_ONCE_TAKEN }: Feeding): void {
    this.tell(fn);
    acknowledge(
      fn,
      'Serverless-LambdaEventSourceMappingDestination',
      'For queues the dead letters of the queue itself are that destination.',
    );
    fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: batch,
        ...(batch > AT_ONCE_TAKEN && { maxBatchingWindow: Duration.seconds(1) }),
        maxConcurrency: atOnce,
        reportBatchItemFailures: true,
      }),
    );
  }

  private tell(fn: NodeFunction): void {
    fn.addEnvironment(this.envName, this.queue.queueUrl);
  }
}
