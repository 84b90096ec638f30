import * as v from 'valibot';
import { Throttled } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { id, instant } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';
import type { SlowEndpointList } from '#shared/webhooks/delivery/ports/slow-endpoint-list';
import type { SlowEndpoints } from '#shared/webhooks/delivery/rules/slow-endpoints';

const KEY = { pk: 'SYSTEM', sk: 'SLOW_ENDPOINTS' };
const Slow: v.GenericSchema<unknown, SlowEndpoints> = v.record(id('whe'), instant);
/** Changes of others' in between, before it is left to the next attempt. */
const ROUNDS = 4;

/** One small row: it is written when an endpoint becomes slow or ceases to be, not with every attempt. */
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
        const put = { ...KEY, type: 'slow_endpoints', revision: revision + 1, state: JSON.stringify(after) };
        if (await table.write({ put, when: unlessSavedSince(revision) })) return after;
      }
      throw new Throttled('The list of slow endpoints is in use.');
    },
  };
};
