import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { OutboxRef } from '#shared/events/ports/outbox';

/** The key of a job's row: all that the bus and a worker's event contain. */
export type JobRef = OutboxRef;

/** A job that a worker has leased. */
export interface HeldJob {
  readonly ref: JobRef;
  /** As written in the transaction that required the job; `{}` if the key says everything. */
  readonly content: JsonObject;
  /** The position after the last step; undefined before the first. */
  readonly cursor: JsonObject | undefined;
  /** Grows with every lease and every step, so that of two workers at once one fails to save. */
  readonly revision: number;
}

/**
 * Jobs stay due until they are finished, and the sweeper starts due ones. A long job runs in steps: it is leased,
 * advanced after each step, and left to a later invocation. All methods throw `Throttled`.
 */
export interface JobRows {
  /** Leases the job until a time. Undefined if it is finished or gone, or if another lease is in force. */
  take(job: JobRef, now: Instant, until: Instant): Promise<HeldJob | undefined>;
  /** Saves the cursor and extends the lease. Undefined, and nothing saved, if another worker has leased it since. */
  advance(job: HeldJob, cursor: JsonObject, until: Instant): Promise<HeldJob | undefined>;
  /** Saves the cursor and ends the lease: the job is due again at that time. Nothing if another worker has it. */
  leave(job: HeldJob, cursor: JsonObject, dueAgainAt: Instant): Promise<void>;
  /** Ends the lease after a failure; nothing else changes. */
  drop(job: HeldJob): Promise<void>;
  finish(job: JobRef): Promise<void>;
  postpone(job: JobRef, until: Instant): Promise<void>;
}
