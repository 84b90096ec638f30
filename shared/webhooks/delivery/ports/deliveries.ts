import type { DeliveryId, WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Page, PageRequest } from '#shared/core/page';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { RedeliverableStatus } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

export interface DeliveryFilter {
  readonly workspaceId: WorkspaceId;
  readonly endpointId?: WebhookEndpointId | undefined;
  readonly status?: Delivery['status'] | undefined;
  readonly type?: string | undefined;
  /** Both exclusive. */
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** Events of one endpoint in one of the statuses that are kept apart, from a moment on, that one included. */
export interface DeliverySpan {
  readonly workspaceId: WorkspaceId;
  readonly endpointId: WebhookEndpointId;
  readonly status: RedeliverableStatus;
  readonly since: Instant;
  /** A moment that is no more within, or the last event that is. */
  readonly until: Instant | DeliveryId;
}

export interface ListedDelivery {
  readonly id: DeliveryId;
  readonly createdAt: Instant;
}

export interface DeliveryKeys {
  readonly listed: readonly ListedDelivery[];
  /** Behind it there may be more. */
  readonly next: ListedDelivery | undefined;
}

/** An attempt that ended, and where it leaves its delivery. */
export interface EndedAttempt {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
}

/**
 * Webhooks on their way. Each save is guarded by the revision that was read, and answers undefined where somebody
 * saved in between; a save that was carried out though its answer got lost counts as carried out. Throws `Throttled`.
 */
export interface DeliveryStore {
  find(id: DeliveryId): Promise<Loaded<Delivery> | undefined>;
  /** The first one wins: a second with this id changes nothing. */
  create(delivery: Delivery, now: Instant): Promise<void>;
  /** Takes, or gives up, a lease. The moment at which the sweeper looks stays as it is. */
  hold(before: Loaded<Delivery>, held: Delivery): Promise<Loaded<Delivery> | undefined>;
  /** A new state with nothing attempted. */
  save(before: Loaded<Delivery>, after: Delivery, now: Instant): Promise<Loaded<Delivery> | undefined>;
  /** The attempt and what follows from it, together or not at all. */
  recordAttempt(before: Loaded<Delivery>, ended: EndedAttempt, now: Instant): Promise<Loaded<Delivery> | undefined>;
  /** Newest first. */
  page(filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>>;
  /** Oldest first, as the list has them: a status may have changed since. As many entries as the store reads at once, or `look`. */
  keys(span: DeliverySpan, after: DeliveryId | undefined, look?: number): Promise<DeliveryKeys>;
  /** In order, the first one included. */
  attempts(delivery: Delivery): Promise<readonly Attempt[]>;
}
