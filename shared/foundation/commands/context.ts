import type { ChangeStore } from '#shared/foundation/commands/changes';
import type { Backoff, Clock } from '#shared/foundation/core/clock';
import type { IdMaker } from '#shared/foundation/core/ids';
import type { LimitName, LimitOverrides } from '#shared/foundation/core/limits';
import type { PricePerMinute } from '#shared/foundation/core/price';
import type { Table } from '#shared/foundation/core/table';
import type { LimitCounter, UseOf } from '#shared/foundation/core/uses';

/** What differs between the cloud, a test and a benchmark, for code that only works on the table. */
export interface Dependencies {
  readonly table: Table;
  readonly clock: Clock;
  readonly backoff: Backoff;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The AWS principal that runs a command of the operator; absent for everything else. */
  readonly operator?: string | undefined;
  /** Other limits than the documented ones. */
  readonly limits?: LimitOverrides;
  /** Writes a log line for the operator when a limit of the whole deployment is reached. Absent: no log line. */
  readonly reportLimit?: (limit: LimitName) => void;
  /** The most days for which what meetings recorded is kept; settings alone decide where absent. */
  readonly retentionMaximumDays?: number | undefined;
  /** What orders cost; nothing where absent. */
  readonly pricePerMinute?: PricePerMinute | undefined;
}

/**
 * What every command works with: `(context) => (input) => result`. A request has its own (`forRequest`), whose table
 * remembers what was read; a worker has the function's. It opens no secrets and knows no address of the API.
 */
export interface CommandContext extends Dependencies {
  readonly ids: IdMaker;
  readonly changes: ChangeStore;
  /** One use of something limited, for `Changes.limits`. */
  readonly useOf: UseOf;
  /** Counts a use in a write of its own, for limits that are not part of a transaction. */
  readonly limitCounter: LimitCounter;
  /** The short hash by which lists find an email. */
  readonly markOf: (email: string) => string;
}
