import { type Loaded, LostRace, Throttled } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import { resourceKey } from '#shared/dynamodb/keys';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

/** Attempts at a write that is refused because of a concurrent transaction, which then changed nothing. */
const ROUNDS = 8;

/**
 * A refused write may have been saved already, by a request whose response was lost, or may have conflicted with a
 * transaction that was cancelled: the row decides.
 */
export async function guarded(
  table: Table,
  before: Loaded<Delivery>,
  after: Delivery,
  write: (round: number) => Promise<boolean>,
): Promise<Loaded<Delivery> | undefined> {
  const saved = { revision: before.revision + 1, state: after };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await write(round)) return saved;
    const row = await table.get(resourceKey(after.id));
    if (row?.revision === saved.revision && row.state === JSON.stringify(after)) return saved;
    if (row?.revision !== before.revision) return undefined;
  }
  throw new Throttled('The delivery is in use.');
}

/** False where the transaction was cancelled, by a condition or by another transaction. */
export async function together(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
}
