import * as v from 'valibot';
import { Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import type { SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';

/** The endpoints that are degraded or slow, shared by all instances of the delivery function. Best effort: no delivery depends on it. */
export interface SlowEndpointList {
  read(): Promise<SlowEndpoints>;
  /** Changes the newest list and returns it. Nothing is written if nothing changes. */
  change(change: (slow: SlowEndpoints) => SlowEndpoints): Promise<SlowEndpoints>;
}

const KEY = { pk: 'SYSTEM', sk: 'ENDPOINT_PACES' };
/** Rows say `pace` and `sluggish`. */
const Slow: v.GenericSchema<unknown, SlowEndpoints> = v.record(
  v.union([id('whe'), id('wks')]),
  v.pipe(
    v.strictObject({ pace: v.picklist(['sluggish', 'slow']), until: instant }),
    v.transform(({ pace, until }) => ({ latency: pace === 'slow' ? pace : ('degraded' as const), until })),
  ),
);
const rowOf = (slow: SlowEndpoints): string | Uint8Array =>
  storedState(
    Object.fromEntries(
      Object.entries(slow).flatMap(([endpoint, listed]) =>
        listed ? [[endpoint, { pace: listed.latency === 'slow' ? 'slow' : 'sluggish', until: listed.until }]] : [],
      ),
    ),
  );
/** Attempts at a write that loses against other instances; then it is left to the next attempt of a delivery. */
const ROUNDS = 4;

/** One small row, written when the latency of an endpoint changes, not with every attempt. */
export const slowEndpointList = (table: Table): SlowEndpointList => {
  const load = async () => {
    const item = await table.get(KEY);
    return { revision: item?.revision ?? 0, slow: item ? stateOf(Slow, item) : {} };
  };
  return {
    read: async () => (await load()).slow,

    async change(change) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { revision, slow } = await load();
        const after = change(slow);
        if (after === slow) return slow;
        const put = { ...KEY, type: 'endpoint_paces', revision: revision + 1, state: rowOf(after) };
        if (await table.write({ put, when: unlessSavedSince(revision) })) return after;
      }
      throw new Throttled('The list of slow endpoints is in use.');
    },
  };
};
