import * as v from 'valibot';
import type { Handoff } from '#shared/domain/agent-sessions/handoff';
import { SECOND_MS } from '#shared/domain/time';
import type { HandoffStore } from '#shared/ports/handoffs';
import { unlessThere } from '#shared/storage/conditions';
import { handoffKey } from '#shared/storage/keys';
import { id, instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

const HandoffRow: v.GenericSchema<unknown, Handoff> = v.object({
  userId: id('usr'),
  workspaceId: id('wks'),
  sealedKey: v.string(),
  expiresAt: instant,
});

export const handoffStore = (table: Table): HandoffStore => ({
  async keep(code, handoff) {
    const ttl = Math.ceil(handoff.expiresAt / SECOND_MS);
    const put = { ...handoffKey(code), type: 'handoff', state: JSON.stringify(handoff), ttl };
    await table.write({ put, when: unlessThere });
  },

  async find(code) {
    const item = await table.get(handoffKey(code));
    return item && stateOf(HandoffRow, item);
  },

  consume: (code) => table.write({ remove: handoffKey(code), when: { text: 'attribute_exists(pk)' } }),
});
