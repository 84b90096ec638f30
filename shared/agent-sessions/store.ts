import * as v from 'valibot';
import type { HandoffStore } from '#shared/agent-sessions/ports/handoffs';
import type { Handoff } from '#shared/agent-sessions/rules/handoff';
import type { Table } from '#shared/core/table';
import { SECOND_MS } from '#shared/core/time';
import { unlessThere } from '#shared/dynamodb/conditions';
import { handoffKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';

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
