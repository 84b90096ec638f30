import type { Clock } from '#shared/core/clock';
import type { WebhookEndpointId } from '#shared/core/ids';
import { SECOND_MS } from '#shared/core/time';
import type { Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import {
  isSlowAfter,
  isSlowAt,
  type SlowEndpoints,
  slowInARow,
  withoutSlow,
  withSlow,
} from '#shared/webhooks/delivery/rules/slow-endpoints';
import type { SlowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';

interface Context {
  readonly list: SlowEndpointList;
  readonly queue: Queue<DeliveryMessage>;
  readonly clock: Clock;
  readonly log: typeof writeLog;
}

/** How long the list is used before it is read again. */
const CACHED_FOR_MS = 5 * SECOND_MS;

/**
 * The queue of slow endpoints, and which endpoints are slow. A batch ends with its slowest request, so a few slow
 * endpoints in every batch would occupy all concurrency: docs/decisions/slow-endpoint-queue.md. Best effort: when the
 * list cannot be read or written, messages take the ordinary queue.
 */
export class SlowQueue {
  readonly queue: Queue<DeliveryMessage>;
  readonly #context: Context;
  readonly #inARow = new Map<WebhookEndpointId, number>();
  #slow: SlowEndpoints = {};
  #cachedUntil = 0;

  constructor(context: Context) {
    this.queue = context.queue;
    this.#context = context;
  }

  /** Reads the list when the cached one is too old; batched with a row that is read in the same tick. */
  async refresh(): Promise<void> {
    const now = this.#context.clock.now();
    if (this.#cachedUntil > now) return;
    this.#cachedUntil = now + CACHED_FOR_MS;
    await this.#use(this.#context.list.read());
  }

  has(endpoint: WebhookEndpointId): boolean {
    return isSlowAt(this.#slow, endpoint, this.#context.clock.now());
  }

  /** Updates the list after an attempt. */
  async recordAttempt(endpoint: WebhookEndpointId, attempt: { readonly durationMs: number }): Promise<void> {
    const inARow = slowInARow(this.#inARow.get(endpoint) ?? 0, attempt);
    if (inARow > 0) this.#inARow.set(endpoint, inARow);
    else this.#inARow.delete(endpoint);
    if (inARow === 0) await this.#change(withoutSlow, endpoint);
    if (isSlowAfter(inARow)) await this.#change(withSlow, endpoint);
  }

  async #change(change: typeof withSlow, endpoint: WebhookEndpointId): Promise<void> {
    const now = this.#context.clock.now();
    const after = change(this.#slow, endpoint, now);
    if (after === this.#slow) return;
    // Set before the write, so that the other messages of this batch do not write it again.
    this.#slow = after;
    await this.#use(this.#context.list.change((slow) => change(slow, endpoint, now)));
  }

  async #use(slow: Promise<SlowEndpoints>): Promise<void> {
    try {
      this.#slow = await slow;
    } catch (error) {
      this.#context.log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
    }
  }
}
