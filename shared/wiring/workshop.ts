import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { LimitCounter } from '#shared/core/limit-counter';
import { type LimitsGiven, type UseOf, usesUnder } from '#shared/core/limits';
import type { Patience } from '#shared/core/patience';
import { emailMark } from '#shared/dynamodb/keys';
import { limitCounter } from '#shared/dynamodb/limits';
import type { Table } from '#shared/dynamodb/table';
import type { ChangeStore } from '#shared/events/ports/changes';
import { typeIds } from '#shared/platform/type-ids';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { changeStore } from '#shared/wiring/change-store';

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
