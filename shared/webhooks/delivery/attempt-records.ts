import { type Loaded, LostRace, Throttled } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { groupedWhileBusy } from '#shared/foundation/dynamodb/grouped-while-busy';
import { resourceKey } from '#shared/foundation/dynamodb/keys';
import { putAttempt, putDelivery } from '#shared/webhooks/delivery/row';
import type { EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import { type AttemptGroup, attemptGroup, type Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { AttemptCount } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';

/** What is saved in the transaction of an attempt. */
export interface AttemptEffects {
  /** The outbox rows of a delivery that has failed. */
  readonly events: readonly Write[];
  readonly count: AttemptCount | undefined;
  /** The row of statistics for this round: two transactions that meet on a row cancel one of them. */
  readonly shardOf: (group: AttemptGroup, round: number) => number;
}

interface Recording {
  readonly group: AttemptGroup;
  readonly delivery: Write;
  readonly following: AttemptEffects | undefined;
}

/**
 * Attempts of one transaction: each writes its delivery and an event at most, and a transaction has a hundred writes.
 */
const MOST_TOGETHER = 25;
/** Transactions of a group before each attempt is recorded by itself. */
const GROUP_ROUNDS = 2;

/**
 * Records attempts, each with the state of its delivery and what follows from it, together or not at all. The attempts
 * at one endpoint that end while another is recorded share a transaction, and so one update of the statistics. Where it
 * is cancelled, by one attempt whose lease was lost or by another process, each attempt is recorded by itself.
 */
export function attemptRecords(table: Table) {
  const recordTogether = groupedWhileBusy<Recording, boolean>(
    ({ group }) => group,
    MOST_TOGETHER,
    async (group) => {
      const isRecorded = await groupSaved(table, group);
      return group.map(() => isRecorded);
    },
  );
  return async (
    before: Loaded<Delivery>,
    { delivery, attempt }: EndedAttempt,
    now: Instant,
    following?: AttemptEffects,
  ): Promise<Loaded<Delivery> | undefined> => {
    // Its row counts only with the delivery that names its number, and need not be in the transaction.
    const hasOwnRow = delivery.firstAttempt !== attempt;
    if (hasOwnRow && !(await table.write(putAttempt(delivery, attempt, before.revision)))) return undefined;
    const group = attemptGroup(delivery);
    const recording = { group, delivery: putDelivery(delivery, before.revision, now), following };
    return saveUnlessChanged(table, before, delivery, (round) =>
      round === 0
        ? recordTogether(recording)
        : transactUnlessCancelled(table, writesOf([recording], GROUP_ROUNDS + round)),
    );
  };
}

async function groupSaved(table: Table, group: readonly Recording[]): Promise<boolean> {
  for (let round = 0; round < GROUP_ROUNDS; round += 1)
    if (await transactUnlessCancelled(table, writesOf(group, round))) return true;
  return false;
}

function writesOf(group: readonly Recording[], round: number): readonly Write[] {
  const followings = group.flatMap(({ following }) => following ?? []);
  const counts = followings.flatMap(({ count }) => count ?? []);
  const first = followings.find(({ count }) => count);
  const shard = first?.count ? first.shardOf(first.count.group, round) : 0;
  return [
    ...group.map(({ delivery }) => delivery),
    ...followings.flatMap(({ events }) => events),
    ...countAttempts(counts, shard),
  ];
}

/** Attempts at a write that is refused because of a concurrent transaction, which then changed nothing. */
const ROUNDS = 8;

/**
 * A refused write may have been saved already, by a request whose response was lost, or may have conflicted with a
 * transaction that was cancelled: the row decides.
 */
export async function saveUnlessChanged(
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
async function transactUnlessCancelled(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
}
