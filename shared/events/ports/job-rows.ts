import type { JsonObject } from '#shared/core/json';
import type { Instant } from '#shared/core/time';
import type { OutboxNotice } from '#shared/events/ports/outbox';

/** A job's row, by its key: that is all that the bus and a worker's event carry of it. */
export type JobRef = OutboxNotice;

/** A job in a worker's hands. */
export interface HeldJob {
  readonly ref: JobRef;
  /** What is to be done, as it was left in the transaction that called for it; `{}` where the key says all. */
  readonly content: JsonObject;
  /** How far it came; undefined before its first step. */
  readonly cursor: JsonObject | undefined;
  /** Grows with every holder and every step, so that of two who work on it at once one learns so. */
  readonly revision: number;
}

/**
 * Jobs stay due until somebody says they are done, and the sweeper starts what is due. A long one is worked on in
 * steps: taken, advanced after each step, and left to be taken up again. All throw `Throttled`.
 */
export interface JobRows {
  /** Takes the job until a moment. Undefined where it is done or gone, or in other hands whose time is not up. */
  take(job: JobRef, now: Instant, until: Instant): Promise<HeldJob | undefined>;
  /** Keeps how far it came, and the job for longer. Undefined, and nothing kept, where somebody else took it meanwhile. */
  advance(job: HeldJob, cursor: JsonObject, until: Instant): Promise<HeldJob | undefined>;
  /** Keeps how far it came and lets go: it is due again at that moment. Nothing where somebody else took it. */
  leave(job: HeldJob, cursor: JsonObject, dueAgainAt: Instant): Promise<void>;
  /** Lets go after a failure: whoever comes next may take it, and nothing else changes. */
  drop(job: HeldJob): Promise<void>;
  finish(job: JobRef): Promise<void>;
  postpone(job: JobRef, until: Instant): Promise<void>;
}
