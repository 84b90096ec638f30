import type { ChangeStore } from '#shared/commands/changes';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { UseOf } from '#shared/core/limits';
import type { Table } from '#shared/core/table';

/** What every command works with; in a request, its own (`forRequest`), in a worker, the function's. */
export interface CommandContext {
  /** For reads; writes go through `changes`. */
  readonly table: Table;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly ids: IdMaker;
  readonly backoff: Backoff;
  /** One use of something limited, for `Changes.limits`. */
  readonly useOf: UseOf;
}
