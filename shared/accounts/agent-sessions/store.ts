import * as v from 'valibot';
import type { Handoff } from '#shared/accounts/agent-sessions/rules/handoff';
import type { Table } from '#shared/foundation/core/table';
import { ttlAt } from '#shared/foundation/core/time';
import { handoffKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf, unlessThere } from '#shared/foundation/dynamodb/rows';

const HandoffRow: v.GenericSchema<unknown, Handoff> = v.object({
  userId: id('usr'),
  workspaceId: id('wks'),
  keyDigest: v.string(),
  expiresAt: instant,
});

/** Stores a handoff under the hash of its code. */
export async function saveHandoff(table: Table, code: string, handoff: Handoff): Promise<void> {
  const ttl = ttlAt(handoff.expiresAt);
  const put = { ...handoffKey(code), type: 'handoff', state: JSON.stringify(handoff), ttl };
  await table.write({ put, when: unlessThere });
}

/** The handoff of a code, expired ones included. */
export async function findHandoff(table: Table, code: string): Promise<Handoff | undefined> {
  const item = await table.get(handoffKey(code));
  return item && stateOf(HandoffRow, item);
}

/** Deletes a handoff; true for one caller only, however many try at once. */
export const consumeHandoff = (table: Table, code: string): Promise<boolean> =>
  table.write({ remove: handoffKey(code), when: { text: 'attribute_exists(pk)' } });
