import type { Clock } from '#shared/core/clock';
import type { WebhookEndpointId } from '#shared/core/ids';
import { SECOND_MS } from '#shared/core/time';
import type { Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { SlowEndpointList } from '#shared/webhooks/delivery/ports/slow-endpoint-list';
import {
  isSlowAfter,
  isSlowAt,
  type SlowEndpoints,
  slowInARow,
  withoutSlow,
  withSlow,
} from '#shared/webhooks/delivery/rules/slow-endpoints';

interface Needs {
  readonly list: SlowEndpointList;
  readonly queue: Queue<DeliveryMessage>;
  readonly clock: Clock;
  readonly log: typeof writeLog;
}

/** What others learned reaches this process within that time. */
const KNOWN_FOR_MS = 5 * SECOND_MS;

/**
 * The line of endpoints whose receivers let requests wait: a batch ends with its slowest message, so a few of them
 * in every batch would take all places from everybody (docs/decisions/a-slow-lane.md). Not to know is never an error:
 * a message then takes the ordinary line.
 */
export class SlowLane {
  readonly queue: Queue<DeliveryMessage>;
  readonly #needs: Needs;
  readonly #inARow = new Map<WebhookEndpointId, number>();
  #slow: SlowEndpoints = {};
  #knownUntil = 0;

  constructor(needs: Needs) {
    this.queue = needs.queue;
    this.#needs = needs;
  }

  /** Reads the list where what is known is old; asked for together with a row, it travels with it. */
  async refresh(): Promise<void> {
    const now = this.#needs.clock.now();
    if (this.#knownUntil > now) return;
    this.#knownUntil = now + KNOWN_FOR_MS;
    await this.#take(this.#needs.list.read());
  }

  has(endpoint: WebhookEndpointId): boolean {
    return isSlowAt(this.#slow, endpoint, this.#needs.clock.now());
  }

  /** An attempt has ended after so long. */
  async learn(endpoint: WebhookEndpointId, attempt: { readonly durationMs: number }): Promise<void> {
    const inARow = slowInARow(this.#inARow.get(endpoint) ?? 0, attempt);
    if (inARow > 0) this.#inARow.set(endpoint, inARow);
    else this.#inARow.delete(endpoint);
    if (inARow === 0) await this.#change(withoutSlow, endpoint);
    if (isSlowAfter(inARow)) await this.#change(withSlow, endpoint);
  }

  async #change(change: typeof withSlow, endpoint: WebhookEndpointId): Promise<void> {
    const now = this.#needs.clock.now();
    const after = change(this.#slow, endpoint, now);
    if (after === this.#slow) return;
    // At once, so that the other messages of this batch do not change it again.
    this.#slow = after;
    await this.#take(this.#needs.list.change((slow) => change(slow, endpoint, now)));
  }

  async #take(slow: Promise<SlowEndpoints>): Promise<void> {
    try {
      this.#slow = await slow;
    } catch (error) {
      this.#needs.log({ worker: 'webhook-delivery', ...traceOf(error) }, 'WARN');
    }
  }
}
