import * as v from 'valibot';
import type { SlowEndpoints } from '#shared/domain/webhooks/slow-endpoints';
import { Throttled } from '#shared/ports/changes';
import type { SlowEndpointList } from '#shared/ports/slow-endpoint-list';
import { unlessSavedSince } from '#shared/storage/conditions';
import { id, instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

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
