import type { WebhookEndpointId } from '#shared/core/ids';

/**
 * Sends to one endpoint at a time, in one process: never all of a batch of 25. More would spare messages that go round
 * again, fewer would cost more than one in four: docs/decisions/places-in-a-batch.md.
 */
const SEATS = 20;

/** Counts the sends under way, by endpoint. */
export class Seats {
  readonly #taken = new Map<WebhookEndpointId, number>();

  /** False where all of the endpoint's places are taken. */
  take(endpoint: WebhookEndpointId): boolean {
    const taken = this.#taken.get(endpoint) ?? 0;
    if (taken >= SEATS) return false;
    this.#taken.set(endpoint, taken + 1);
    return true;
  }

  leave(endpoint: WebhookEndpointId): void {
    const left = (this.#taken.get(endpoint) ?? 1) - 1;
    if (left > 0) this.#taken.set(endpoint, left);
    else this.#taken.delete(endpoint);
  }
}
