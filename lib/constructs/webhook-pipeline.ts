import { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { EventPattern, ServiceBus } from './service-bus.ts';
import { alarmWhenClockIsOff, alarmWhenLate, alarmWhenNotSent } from './webhook-alarms.ts';
import { WorkQueue } from './work-queue.ts';

interface WebhookPipelineProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

const PUBLIC_EVENTS: readonly EventPattern[] = [
  'meeting.*',
  'bot.recording_*',
  'bot.transcript_ready',
  'bot.summary_ready',
  'bot.failed',
  'bot.cancelled',
  'calendar_connection.*',
  'calendar_feed.warning',
  'conversation.*',
  'export.*',
  'order.*',
  'usage.threshold',
  'webhook_endpoint.*',
  'webhook_event.failed',
];

// An event is rendered once for each API version of up to twenty endpoints.
const FANOUT_TIMEOUT_SECONDS = 30;
// Ten seconds for the receiver, and time for the lease and the record. No send starts with less than twelve seconds left.
const DELIVERY_TIMEOUT_SECONDS = 20;

// How soon the messages of a killed invocation come again: docs/decisions/recovery-after-a-kill.md.
const FANOUT_VISIBILITY_SECONDS = 40;
const DELIVERY_VISIBILITY_SECONDS = 35;
// Longer by the batching window, in which Lambda holds received messages for up to twenty seconds.
const SLOW_VISIBILITY_SECONDS = 60;

// Slow receivers share an invocation, which is billed by its duration: docs/decisions/concurrency-limit-per-batch.md.
const SLOW_BATCH = 25;

/** The queues and workers that turn events on the bus into webhook requests: fan-out and delivery. */
export class WebhookPipeline extends Construct {
  readonly fanout: WorkQueue;
  readonly first: WorkQueue;
  readonly retry: WorkQueue;
  readonly slow: WorkQueue;
  readonly fanoutFn: NodeFunction;
  readonly deliveryFn: NodeFunction;

  constructor(scope: Construct, id: string, props: WebhookPipelineProps) {
    super(scope, id);
    const { context } = props;
    this.fanout = new WorkQueue(this, 'Fanout', {
      context,
      name: QUEUES.fanout,
      envName: ENV.fanoutQueueUrl,
      consumerTimeoutSeconds: FANOUT_TIMEOUT_SECONDS,
      visibilitySeconds: FANOUT_VISIBILITY_SECONDS,
      failureMeans:
        'Events were not turned into deliveries: partners got no webhook. Read the log of webhook-fanout, fix the cause, then redrive.',
    });
    // Two queues, so that the retries of one partner do not delay the first attempts of another.
    this.first = new WorkQueue(this, 'First', {
      context,
      name: QUEUES.first,
      envName: ENV.firstQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      visibilitySeconds: DELIVERY_VISIBILITY_SECONDS,
      failureMeans:
        'First attempts of webhooks crashed ten times each and were not sent. The sweeper starts them again. Read the log of webhook-delivery.',
    });
    this.retry = new WorkQueue(this, 'Retry', {
      context,
      name: QUEUES.retry,
      envName: ENV.retryQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      visibilitySeconds: DELIVERY_VISIBILITY_SECONDS,
      failureMeans:
        'Retries of webhooks crashed ten times each and are stuck. The sweeper starts them again. Read the log of webhook-delivery.',
    });
    // An invocation lasts as long as its slowest send, so slow receivers have their own queue and concurrency.
    this.slow = new WorkQueue(this, 'Slow', {
      context,
      name: QUEUES.slow,
      envName: ENV.slowQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      visibilitySeconds: SLOW_VISIBILITY_SECONDS,
      failureMeans:
        'Webhook attempts at slow receivers crashed ten times each and are stuck. The sweeper starts them again. Read the log of webhook-delivery.',
    });
    this.fanoutFn = this.fanOutFunction(props);
    this.deliveryFn = this.deliveryFunction(props);
    alarmWhenLate(this, context, this.first);
    alarmWhenNotSent(this, context);
    alarmWhenClockIsOff(this, context);
  }

  private fanOutFunction({ context, table, bus }: WebhookPipelineProps): NodeFunction {
    const fn = new NodeFunction(this, 'FanoutFunction', {
      context,
      entry: 'workers/webhook-fanout',
      description: 'Renders an event and creates a delivery for each endpoint',
      timeoutSeconds: FANOUT_TIMEOUT_SECONDS,
      // For decompressing and rendering a meeting of up to 400 KB in several versions.
      memoryMb: 512,
    });
    table.grantReadWrite(fn);
    this.first.grantSend(fn);
    this.fanout.grantSend(fn);
    bus.toQueue('PublicEvents', PUBLIC_EVENTS, this.fanout);
    this.fanout.addConsumer(fn, { maxConcurrency: context.config.concurrency.fanout });
    return fn;
  }

  private deliveryFunction({ context, table, secrets, bus }: WebhookPipelineProps): NodeFunction {
    const fn = new NodeFunction(this, 'DeliveryFunction', {
      context,
      entry: 'workers/webhook-delivery',
      description: 'Signs and sends webhooks, and records their outcome',
      shiftsTraffic: true,
      timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      // For ten concurrent TLS connections, or 25 slow ones; the handshakes need processor time.
      memoryMb: 512,
    });
    table.grantReadWrite(fn);
    secrets.grantOpen(fn, 'webhook-secret');
    secrets.grantOpen(fn, 'order-webhook');
    this.retry.grantSend(fn);
    this.slow.grantSend(fn);
    // A redelivery must not delay the first attempts of other partners.
    bus.toQueue('Redeliveries', ['job.redelivery'], this.retry);
    this.first.addConsumer(fn, { maxConcurrency: context.config.concurrency.first });
    // One endpoint has a tenth of each: docs/decisions/concurrency-of-one-endpoint.md.
    fn.addEnvironment(ENV.firstConcurrency, String(context.config.concurrency.first));
    fn.addEnvironment(ENV.retryConcurrency, String(context.config.concurrency.retry));
    this.retry.addConsumer(fn, { maxConcurrency: context.config.concurrency.retry });
    this.slow.addConsumer(fn, { maxConcurrency: context.config.concurrency.slow, batchSize: SLOW_BATCH });
    return fn;
  }
}
