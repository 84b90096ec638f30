import type { AuditEvent } from '#shared/foundation/audit-events/rules/audit-event';
import { AnsweredMeanwhile, type IdempotencyRecord } from '#shared/foundation/commands/idempotency-records';
import { Refusal } from '#shared/foundation/core/refusal';
import { LostRace, StoreFailed, Throttled, TooLarge } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Counted } from '#shared/foundation/core/uses';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import type { Subscription } from '#shared/foundation/events/rules/subscription';

/** Everything that one decision changes. It is saved in one transaction, with its events, or not at all. */
export interface Changes {
  readonly at: Instant;
  /** Of entities and other rows, as their stores make them. */
  readonly writes?: readonly (readonly Write[])[];
  /** Uses of limits; where one is reached, nothing is saved. */
  readonly limits?: readonly Counted[];
  /** The workspace's webhook endpoints, and an order with a `webhook_url`: events leave for those that subscribe to them. */
  readonly subscriptions?: readonly Subscription[];
  /** What the command returns. In a request with an Idempotency-Key, the answer made from it is recorded with the rest. */
  readonly result?: unknown;
  readonly events?: readonly DomainEvent[];
  readonly jobs?: readonly Job[];
  /** Of an operation whose result does not tell it: what its audit event shows of before and after. */
  readonly audited?: Pick<AuditEvent, 'before' | 'after'>;
  /** Who did this, and what: made where the operation is called (`auditing`). */
  readonly audit?: readonly AuditEvent[];
  /** The record of the request's answer, made by the edge from `result`. */
  readonly idempotency?: IdempotencyRecord | undefined;
}

/**
 * What follows from a change whatever command makes it: it is saved in the same transaction. It may not write a row that
 * the change writes, since a transaction writes a row once.
 */
export type Observer = (changes: Changes) => Pick<Changes, 'writes' | 'jobs'>;

/** Saves what a decision changes. */
export interface ChangeStore {
  /**
   * Throws `LostRace` when a row that it builds on was saved since it was read, `Throttled` when the store is too busy,
   * `TooLarge` for a state that outgrows what the store keeps in one piece, `AnsweredMeanwhile` when a second request
   * like this one has been answered. `reads`: the table of a request, which has read the workspace already.
   */
  save(changes: Changes, reads?: Table): Promise<void>;
}

/** Whether an error of `save` says that nothing was saved: after any other it is not known. */
export const isUnsaved = (error: unknown): boolean =>
  !(error instanceof StoreFailed) &&
  [Refusal, LostRace, Throttled, TooLarge, AnsweredMeanwhile].some((kind) => error instanceof kind);
