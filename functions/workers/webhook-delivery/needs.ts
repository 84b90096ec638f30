import type { Clock, Pace } from '#shared/core/clock';
import type { Sealer } from '#shared/core/sealer';
import type { Outbox } from '#shared/events/ports/outbox';
import type { Queue, Visibility } from '#shared/events/ports/queue';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { writeLog } from '#shared/platform/log';
import type { Server } from '#shared/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import type { WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import type { SlowLane } from './slow-lane.ts';
import type { Tally } from './tally.ts';

export interface DeliveryNeeds {
  readonly deliveries: DeliveryStore;
  readonly endpoints: WebhookEndpointStore;
  readonly outbox: Outbox;
  readonly server: Server;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  /** Wake-ups for everything after the first attempt. */
  readonly retry: Queue<DeliveryMessage>;
  readonly slowLane: SlowLane;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly pace: Pace;
  /** In [0, 1). */
  readonly random: () => number;
  /** Names one claim; never the same twice. */
  readonly newToken: () => string;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** Milliseconds that this invocation still has. */
export type TimeLeft = () => number;

export interface WakeUp {
  readonly message: DeliveryMessage;
  /** How often the queue has handed this message out, this time included. */
  readonly receiveCount: number;
  readonly timeLeft: TimeLeft;
  /** Its queue knows whose it is, and can serve others before it. */
  readonly grouped: boolean;
  /** It came by the slow lane already. */
  readonly sidelined: boolean;
  /** Counts what this invocation attempts. */
  readonly tally: Tally;
}
