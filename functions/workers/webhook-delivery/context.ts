import type { Founders } from '#shared/accounts/workspaces/founders-store';
import type { PausedWorkspaces } from '#shared/accounts/workspaces/paused-workspaces-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Clock, TimeScale } from '#shared/foundation/core/clock';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Queue, Visibility } from '#shared/foundation/events/ports';
import { withMetrics, type writeLog } from '#shared/foundation/platform/log';
import type { Server } from '#shared/foundation/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { EndpointConcurrency } from '#shared/webhooks/delivery/endpoint-concurrency';
import type { EndpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import type { RetryRateLimiter } from '#shared/webhooks/delivery/retry-rate-limiter';
import { type AttemptClass, classOf } from '#shared/webhooks/delivery/rules/attempt';
import type { EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { DeliveryStore } from '#shared/webhooks/delivery/store';
import type { BatchPermits } from './batch-permits.ts';
import type { SlowQueue } from './queues.ts';
import type { StatsShards } from './stats-shards.ts';

export interface DeliveryContext {
  readonly table: Table;
  readonly deliveries: DeliveryStore;
  /** Reports endpoints that fail and recover. */
  readonly commands: CommandContext;
  readonly server: Server;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  /** The queue of every attempt after the first. */
  readonly retry: Queue<DeliveryMessage>;
  readonly slowQueue: SlowQueue;
  readonly statsShards: StatsShards;
  readonly concurrency: EndpointConcurrency;
  readonly founders: Founders;
  readonly rateLimiter: EndpointRateLimiter;
  readonly retryRateLimiter: RetryRateLimiter;
  readonly pauses: PausedWorkspaces;
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly timeScale: TimeScale;
  /** In [0, 1). */
  readonly random: () => number;
  /** A unique token for one lease. */
  readonly newToken: () => string;
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** The queues of first attempts at quick endpoints, of other attempts, and of attempts at slow endpoints. */
export type DeliveryQueue = 'first' | 'retry' | 'slow';

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
  readonly queue: DeliveryQueue;
  /** The permits of this invocation in the queue `first`. */
  readonly permits: BatchPermits;
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

const METRIC_OF: Readonly<Record<AttemptClass, string>> = {
  acknowledged: 'AttemptsAcknowledged',
  refused: 'AttemptsRefused',
  timedOut: 'AttemptsTimedOut',
  unreachable: 'AttemptsUnreachable',
  ownFault: 'AttemptsNotMade',
};

/** Counts the attempts of one invocation, for the metrics in its log line. */
export class AttemptMetrics {
  readonly #counts = new Map<string, number>();
  readonly #firstAttemptMs: number[] = [];

  /** Counts a recorded attempt. */
  add({ attempt, delivery }: EndedAttempt): void {
    this.#count('Attempts');
    this.#count(METRIC_OF[classOf(attempt)]);
    if (attempt.trigger === 'manual') return;
    if (delivery.status === 'delivered') this.#count('Delivered');
    if (delivery.status === 'retrying') this.#count('Retrying');
    if (delivery.status === 'failed') this.#count('Failed');
    if (attempt.number === 1) this.#firstAttemptMs.push(Math.max(0, attempt.attemptedAt - delivery.createdAt));
  }

  /** The metrics as log fields (CloudWatch embedded metric format); counts of zero are left out. */
  logFields({ stage, at, messages }: { readonly stage: string; readonly at: Instant; readonly messages: number }) {
    const counts = [...this.#counts].map(([name, value]) => [name, { unit: 'Count', value }] as const);
    return withMetrics({
      stage,
      at,
      metrics: {
        WakeUps: { unit: 'Count', value: messages },
        ...Object.fromEntries(counts),
        // Milliseconds since the change was committed.
        ...(this.#firstAttemptMs.length > 0 && {
          FirstAttemptAfter: { unit: 'Milliseconds', value: this.#firstAttemptMs },
        }),
      },
    });
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
