import type { DeliveryId, WebhookEndpointId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

/** An entry of the due index: which row, and when. The index may lag a little behind the row. */
export interface DueEntry {
  readonly pk: string;
  readonly sk: string;
  /** `bot`, `delivery`, `event`, `job`, … */
  readonly type: string;
  readonly dueAt: Instant;
}

/** What the row behind an entry says; strongly consistent. */
export interface DueRow {
  readonly entry: DueEntry;
  /** How often it was moved on since it last made progress. */
  readonly moves: number;
  /** When it was due before it was moved on for the first time. */
  readonly since: Instant;
  /** What a delivery waits for; undefined when it is settled, and for other rows. */
  readonly delivery: DueDelivery | 'unreadable' | undefined;
}

export interface DueDelivery {
  readonly id: DeliveryId;
  readonly endpointId: WebhookEndpointId;
  readonly attempt: number;
}

export interface DuePage {
  /** Longest due first. */
  readonly entries: readonly DueEntry[];
  /** Where the next page of the shard begins; undefined after the last. */
  readonly next: string | undefined;
}

/** The due index. Throws `Throttled`. */
export interface DueRows {
  page(shard: number, until: Instant, after: string | undefined): Promise<DuePage>;
  /** Undefined when the row is gone, or no longer due at the moment the entry says. */
  read(entry: DueEntry): Promise<DueRow | undefined>;
  /** Only if the due time is still the one that was read; otherwise another worker has processed the row. */
  moveOn(row: DueRow, to: Instant): Promise<void>;
}
