import type { WebhookEndpointId } from '#shared/core/ids';

/**
 * Concurrent requests to one endpoint in one process: fewer than a batch of 25. A higher limit would requeue fewer
 * messages, a lower one more than one in four: docs/decisions/concurrency-limit-per-batch.md.
 */
const MAX_CONCURRENT_REQUESTS = 20;

/** Limits the requests under way to each endpoint. */
export class ConcurrencyLimit {
  readonly #underWay = new Map<WebhookEndpointId, number>();

  /** False when the endpoint is at its limit. */
  acquire(endpoint: WebhookEndpointId): boolean {
    const underWay = this.#underWay.get(endpoint) ?? 0;
    if (underWay >= MAX_CONCURRENT_REQUESTS) return false;
    this.#underWay.set(endpoint, underWay + 1);
    return true;
  }

  release(endpoint: WebhookEndpointId): void {
    const left = (this.#underWay.get(endpoint) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpoint, left);
    else this.#underWay.delete(endpoint);
  }
}
