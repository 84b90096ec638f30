import type { Clock, Pace } from '#shared/core/clock';
import type { Sealer } from '#shared/core/sealer';
import type { Table } from '#shared/core/table';
import type { Queue, Visibility } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import type { Server } from '#shared/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import type { DeliveryStore } from '#shared/webhooks/delivery/store';
import type { AttemptMetrics } from './attempt-metrics.ts';
import type { SlowQueue } from './slow-queue.ts';

export interface DeliveryContext {
  readonly table: Table;
  readonly deliveries: DeliveryStore;
  readonly server: Server;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  /** The queue of every attempt after the first. */
  readonly retry: Queue<DeliveryMessage>;
  readonly slowQueue: SlowQueue;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly pace: Pace;
  /** In [0, 1). */
  readonly random: () => number;
  /** A unique token for one lease. */
  readonly newToken: () => string;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** Milliseconds left in this invocation. */
export type TimeLeft = () => number;

/** A queue message about one delivery, with what is known of its receipt. */
export interface ReceivedMessage {
  readonly message: DeliveryMessage;
  /** How often the queue has delivered this message, this time included (`ApproximateReceiveCount`). */
  readonly receiveCount: number;
  readonly timeLeft: TimeLeft;
  /** It has a message group, so that SQS can serve other endpoints fairly. */
  readonly grouped: boolean;
  /** It comes from the queue of slow endpoints. */
  readonly rerouted: boolean;
  /** Counts the attempts of this invocation. */
  readonly metrics: AttemptMetrics;
}

/** Ten seconds for the receiver, and the writes afterwards. */
const NEEDED_MS = 12_000;

/** The invocation ends too soon for another request; the queue delivers the message again. */
export class NotEnoughTime extends Error {
  override readonly name = 'NotEnoughTime';
}

/** Throws `NotEnoughTime`: Lambda would end the invocation after the request and before its record. */
export function requireTimeLeft(timeLeft: TimeLeft): void {
  if (timeLeft() < NEEDED_MS) throw new NotEnoughTime('Too little time is left for a request.');
}
