import { snapshotOf } from '#shared/api/resources/event-snapshot';
import { type LimitsGiven, type UseOf, usesUnder } from '#shared/domain/limits';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { LimitCounter } from '#shared/ports/limits';
import type { Patience } from '#shared/ports/patience';
import { typeIds } from '#shared/providers/ids';
import { changeStore } from '#shared/storage/change-store';
import { emailMark } from '#shared/storage/keys';
import { limitCounter } from '#shared/storage/limits';
import type { Table } from '#shared/storage/table';

/** What differs between the cloud, a test and a benchmark, for whoever only works on the table. */
export interface Tools {
  readonly table: Table;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Other limits than the documented ones. */
  readonly limits?: LimitsGiven;
}

/** What workers are made of: no keys to open secrets with, no address of an API. */
export interface Workshop extends Tools {
  readonly ids: IdMaker;
  readonly changes: ChangeStore;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
  /** What lists find an email by. */
  readonly markOf: (email: string) => string;
}

export function workshop(tools: Tools): Workshop {
  const ids = typeIds({ now: () => tools.clock.now(), randomBytes: tools.randomBytes });
  return {
    ...tools,
    ids,
    changes: changeStore(tools.table, { ids, snapshot: snapshotOf }),
    useOf: usesUnder(tools.limits),
    limitCounter: limitCounter(tools.table, tools.clock),
    markOf: emailMark,
  };
}
