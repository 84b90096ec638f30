import type { ChangeStore, Changes } from '#shared/commands/changes';
import { AnsweredMeanwhile } from '#shared/commands/idempotency-records';
import { limitReached } from '#shared/core/limits';
import { LostRace } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import { idempotencyRecords, putIdempotencyRecord } from '#shared/dynamodb/idempotency-records';
import { countUse, usedUp } from '#shared/dynamodb/limits';
import { type OutboxContext, putEvents, putJobs } from '#shared/events/outbox';

/** One decision, one transaction: states, pointers, events and jobs together or not at all. */
export const changeStore = (table: Table, context: OutboxContext): ChangeStore => ({
  async save(changes) {
    const writes = writesOf(context, changes);
    if (writes.length === 0) return;
    try {
      await table.transact(writes);
    } catch (error) {
      throw await whyItFailed(table, changes, error);
    }
  },
});

/**
 * A cancelled transaction does not reliably say which condition failed when several transactions meet, so the answered
 * request and the limit are read again.
 */
async function whyItFailed(table: Table, changes: Changes, error: unknown): Promise<unknown> {
  const { idempotency, limits = [], at } = changes;
  if (!(error instanceof LostRace)) return error;
  const [answered, [full]] = await Promise.all([
    idempotency && idempotencyRecords(table).find(idempotency.name, at),
    usedUp(table, limits),
  ]);
  // A mark that the operation runs is our own.
  if (answered?.answer !== undefined) return new AnsweredMeanwhile('The same request was answered meanwhile.');
  return full ? limitReached(full, at) : error;
}

const writesOf = (
  context: OutboxContext,
  { at, writes = [], limits = [], idempotency, events = [], jobs = [], subscriptions = [] }: Changes,
): readonly Write[] => [
  ...writes.flat(),
  ...limits.map(countUse),
  ...(idempotency ? [putIdempotencyRecord(idempotency, at)] : []),
  ...putEvents(context, events, subscriptions, at),
  ...putJobs(context, jobs, at),
];
