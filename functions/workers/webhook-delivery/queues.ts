import type { Clock, Timer } from '#shared/foundation/core/clock';
import { queueDelay, SECOND_MS } from '#shared/foundation/core/time';
import type { Queue } from '#shared/foundation/events/ports';
import type { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { type AttemptGroup, attemptGroup, type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import {
  afterAttempt,
  areWorthKeeping,
  DEGRADED_MS,
  type LatencyClass,
  latencyAt,
  type RecentDurations,
  type SlowEndpoints,
  whileUnderWay,
  withAttempt,
} from '#shared/webhooks/delivery/rules/slow-endpoints';
import type { SlowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';

interface NextAttempt {
  readonly retry: Queue<DeliveryMessage>;
  readonly slowQueue: SlowQueue;
  readonly clock: Clock;
}

/** Queues the next attempt with a delay until it is due. A delay beyond the SQS maximum is left to the sweeper. */
export async function scheduleNextAttempt({ retry, slowQueue, clock }: NextAttempt, delivery: Delivery): Promise<void> {
  if (!isWaiting(delivery)) return;
  const delaySeconds = queueDelay(delivery.dueAt, clock.now());
  if (delaySeconds === undefined) return;
  const message = { deliveryId: delivery.id, attempt: delivery.next };
  const group = attemptGroup(delivery);
  const { queue } = slowQueue.latencyOf(group) === 'slow' ? slowQueue : { queue: retry };
  await queue.send([{ message, delaySeconds, group }]);
}

interface Context {
  readonly list: SlowEndpointList;
  readonly queue: Queue<DeliveryMessage>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: typeof writeLog;
}

/** How long the list is used before it is read again: as short as the time after which an attempt changes it. */
const CACHED_FOR_MS = SECOND_MS;

type Change = (listed: SlowEndpoints) => SlowEndpoints;

/**
 * The queue of slow endpoints, and which endpoints are degraded or slow. A batch ends with its slowest request, so a few slow
 * endpoints in every batch would occupy all concurrency: docs/decisions/slow-endpoint-queue.md. Best effort: when the
 * list cannot be read or written, messages take the queue of quick endpoints.
 */
export class SlowQueue {
  readonly queue: Queue<DeliveryMessage>;
  readonly #context: Context;
  readonly #recent = new Map<AttemptGroup, RecentDurations>();
  #listed: SlowEndpoints = {};
  #cachedUntil = 0;
  #reading: Promise<void> | undefined;
  #unwritten: Change[] = [];
  #writing: Promise<void> | undefined;

  constructor(context: Context) {
    this.queue = context.queue;
    this.#context = context;
  }

  /** Reads the list when the cached one is too old; batched with a row that is read in the same tick. */
  async refresh(): Promise<void> {
    const now = this.#context.clock.now();
    if (this.#cachedUntil <= now) {
      this.#cachedUntil = now + CACHED_FOR_MS;
      this.#reading = this.#use(this.#context.list.read());
    }
    await this.#reading;
  }

  latencyOf(endpoint: AttemptGroup): LatencyClass {
    return latencyAt(this.#listed, endpoint, this.#context.clock.now());
  }

  /**
   * Lists the endpoint as degraded when the attempt that now starts takes a second: this process is occupied until its
   * end, and the others learn of it from the list. The answer ends the watch.
   */
  watchAttempt(endpoint: AttemptGroup): () => void {
    return this.#context.timer(DEGRADED_MS, () => {
      const now = this.#context.clock.now();
      void this.#change((listed) => whileUnderWay(listed, endpoint, now));
    });
  }

  /** Updates the list after an attempt, and waits for changes that are being written. */
  async recordAttempt(endpoint: AttemptGroup, { durationMs }: { readonly durationMs: number }): Promise<void> {
    const recent = this.#remember(endpoint, durationMs);
    const attempt = { endpoint, durationMs, recent, now: this.#context.clock.now() };
    await this.#change((listed) => afterAttempt(listed, attempt));
  }

  /** Nothing is kept of an endpoint that is quick and stays so: there are thousands of them. */
  #remember(endpoint: AttemptGroup, durationMs: number): RecentDurations {
    const recent = withAttempt(this.#recent.get(endpoint) ?? [], durationMs);
    if (this.latencyOf(endpoint) !== 'quick' || areWorthKeeping(recent)) this.#recent.set(endpoint, recent);
    else this.#recent.delete(endpoint);
    return recent;
  }

  async #change(change: Change): Promise<void> {
    const after = change(this.#listed);
    if (after !== this.#listed) {
      // Set before the write, so that the other messages of this batch do not write it again.
      this.#listed = after;
      this.#unwritten.push(change);
      this.#writing ??= this.#write();
    }
    await this.#writing;
  }

  /** One write at a time: what changes meanwhile is in the next one together. */
  async #write(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const changes = this.#unwritten.splice(0);
      await this.#use(
        this.#context.list.change((newest) => changes.reduce((listed, change) => change(listed), newest)),
      );
    }
    this.#writing = undefined;
  }

  async #use(listed: Promise<SlowEndpoints>): Promise<void> {
    try {
      this.#listed = await listed;
    } catch (error) {
      this.#context.log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
    }
  }
}
