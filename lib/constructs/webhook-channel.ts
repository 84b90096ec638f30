import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { AppContext } from '../surroundings.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';
import { alarmWhenClockIsOff, alarmWhenLate, alarmWhenNotMade } from './webhook-alarms.ts';
import { WorkQueue } from './work-queue.ts';

interface WebhookChannelProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

const PUBLIC_EVENTS = [
  'meeting.*',
  'bot.recording_*',
  'bot.transcript_ready',
  'bot.summary_ready',
  'bot.failed',
  'bot.cancelled',
  'calendar_connection.*',
];

// One event for up to twenty endpoints, rendered once for each of their versions.
const FANOUT_TIMEOUT_SECONDS = 30;
// Ten seconds for the receiver, the rest for the claim and the record; no send starts with less than twelve left.
const DELIVERY_TIMEOUT_SECONDS = 20;

// Each of these takes its seconds, and the function is paid for by the second: docs/decisions/concurrency-limit-per-batch.md.
const SLOW_BATCH = 25;

/** From an event on the bus to a request at a partner's address. */
export class WebhookChannel extends Construct {
  readonly fanout: WorkQueue;
  readonly first: WorkQueue;
  readonly retry: WorkQueue;
  readonly slow: WorkQueue;
  readonly fanoutFn: NodeFunction;
  readonly deliveryFn: NodeFunction;

  constructor(scope: Construct, id: string, props: WebhookChannelProps) {
    super(scope, id);
    const { appContext } = props;
    this.fanout = new WorkQueue(this, 'Fanout', {
      appContext,
      name: 'fanout',
      envName: ENV.fanoutQueueUrl,
      consumerTimeoutSeconds: FANOUT_TIMEOUT_SECONDS,
      failureMeans:
        'Events were not turned into deliveries: their partners got no webhook. Mend what the fan-out logs, then redrive.',
    });
    // Two queues, so that a partner's outage never makes another partner's first attempt wait.
    this.first = new WorkQueue(this, 'First', {
      appContext,
      name: 'deliver-first',
      envName: ENV.firstQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      failureMeans:
        'First attempts crashed ten times each: those webhooks were not sent. The sweeper tries them again; see what the delivery logs.',
    });
    this.retry = new WorkQueue(this, 'Retry', {
      appContext,
      name: 'deliver-retry',
      envName: ENV.retryQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      failureMeans:
        'Repeated attempts crashed ten times each: those webhooks stand still. The sweeper tries them again; see what the delivery logs.',
    });
    // A batch ends with its slowest message: receivers that let requests wait have a line, and places, of their own.
    this.slow = new WorkQueue(this, 'Slow', {
      appContext,
      name: 'deliver-slow',
      envName: ENV.slowQueueUrl,
      consumerTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      failureMeans:
        'Attempts at receivers that let requests wait crashed ten times each: those webhooks stand still. The sweeper tries them again; see what the delivery logs.',
    });
    this.fanoutFn = this.fanOut(props);
    this.deliveryFn = this.deliver(props);
    alarmWhenLate(this, appContext, this.first);
    alarmWhenNotMade(this, appContext);
    alarmWhenClockIsOff(this, appContext);
  }

  private fanOut({ appContext, table, bus }: WebhookChannelProps): NodeFunction {
    const fn = new NodeFunction(this, 'FanoutFunction', {
      appContext,
      entry: 'workers/webhook-fanout',
      describedAs: 'Renders an event and makes one delivery for each endpoint',
      timeoutSeconds: FANOUT_TIMEOUT_SECONDS,
      // Inflates and renders a meeting of up to 400 KB for several versions.
      memoryMb: 512,
    });
    table.grantReadWrite(fn);
    this.first.grantSend(fn);
    bus.toQueue('PublicEvents', PUBLIC_EVENTS, this.fanout);
    this.fanout.feed(fn, { atOnce: appContext.config.concurrency.fanout });
    return fn;
  }

  private deliver({ appContext, table, secrets, bus }: WebhookChannelProps): NodeFunction {
    const fn = new NodeFunction(this, 'DeliveryFunction', {
      appContext,
      entry: 'workers/webhook-delivery',
      describedAs: 'Signs and sends webhooks, and records what came of it',
      timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
      // Ten TLS connections at once, or 25 slow ones; the handshakes want the processor.
      memoryMb: 512,
    });
    table.grantReadWrite(fn);
    secrets.grantOpen(fn, 'webhook-secret');
    this.retry.grantSend(fn);
    this.slow.grantSend(fn);
    // What somebody asks for again must not make another partner's first attempt wait.
    bus.toQueue('Redeliveries', ['job.redelivery'], this.retry);
    this.first.feed(fn, { atOnce: appContext.config.concurrency.first });
    this.retry.feed(fn, { atOnce: appContext.config.concurrency.retry });
    this.slow.feed(fn, { atOnce: appContext.config.concurrency.slow, batch: SLOW_BATCH });
    return fn;
  }
}
