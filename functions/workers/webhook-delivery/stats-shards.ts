import type { AttemptGroup } from '#shared/webhooks/delivery/rules/delivery';
import { MOST_SHARDS } from '#shared/webhooks/stats/stats-store';

/**
 * Which of an endpoint's rows of statistics an attempt is counted in. An ordinary endpoint has one row an hour. Where two
 * attempts meet on a row, DynamoDB cancels one of the transactions: from then on this process spreads the endpoint's
 * attempts over twice as many rows.
 */
export class StatsShards {
  readonly #random: () => number;
  readonly #widths = new Map<AttemptGroup, number>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** `round` counts the transactions that were cancelled for this attempt. */
  choose(endpoint: AttemptGroup, round: number): number {
    const before = this.#widths.get(endpoint) ?? 1;
    const width = round === 0 ? before : Math.min(2 * before, MOST_SHARDS);
    if (width > 1) this.#widths.set(endpoint, width);
    return width === 1 ? 0 : Math.floor(this.#random() * width);
  }
}
