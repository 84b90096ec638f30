import type { Window } from '#bin/operator/restore/restore-point';
import type { Instant } from '#shared/foundation/core/time';

/** Point-in-time recovery of the table of a stage. */
export interface PointInTimeRecovery {
  /** Undefined where it is off. */
  readonly window: () => Promise<Window | undefined>;
  /** Whether a restored table can be used; undefined where there is none. */
  readonly find: (name: string) => Promise<'creating' | 'active' | undefined>;
  /** Starts to restore into a new table of this name. Fails where there is one. */
  readonly start: (name: string, at: Instant) => Promise<void>;
}

/** How far a restore is. It is kept in the restored table, so that a later run goes on where another ended. */
export interface Progress {
  /** Reserved concurrency by function before it was set to 0; null for functions without. */
  readonly reserved?: Readonly<Record<string, number | null>>;
  /** When the last function was stopped. */
  readonly stoppedAt?: Instant;
  /** When the tables were the same. */
  readonly copiedAt?: Instant;
  /** When the service ran again. */
  readonly doneAt?: Instant;
}

export interface ProgressStore {
  readonly read: () => Promise<Progress>;
  readonly save: (progress: Progress) => Promise<void>;
}

/** A function of the stage. */
export interface StageFunction {
  readonly name: string;
  readonly timeoutSeconds: number;
}

/** The functions of a stage, with the mappings that feed them from queues and the stream. */
export interface StageFunctions {
  readonly all: () => Promise<readonly StageFunction[]>;
  readonly reserved: (name: string) => Promise<number | null>;
  /** At 0, no invocation begins; those under way end by themselves. */
  readonly reserve: (name: string, concurrency: number | null) => Promise<void>;
  /** Turns all mappings on or off, and waits until they are. */
  readonly setMappings: (isOn: boolean) => Promise<void>;
}
