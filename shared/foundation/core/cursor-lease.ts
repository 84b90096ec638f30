import type { Instant } from '#shared/foundation/core/time';

/** The lease of a job whose steps save a cursor. */
export interface CursorLease<Cursor> {
  /** Undefined before the first step. */
  readonly cursor: Cursor | undefined;
  /** Saves the cursor and extends the lease. Throws `LeaseLost`. */
  save(cursor: Cursor): Promise<void>;
}

/**
 * The result of a step: the work is done, or goes on from a cursor, at once or not before a time. `isTurnOver`: other
 * work of the workspace goes first.
 */
export type CursorStep<Cursor> =
  | 'done'
  | { readonly cursor: Cursor; readonly notBefore?: Instant; readonly isTurnOver?: true };
