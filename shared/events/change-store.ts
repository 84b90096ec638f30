import { putAuditEvent } from '#shared/audit-events/row';
import type { ChangeStore, Changes } from '#shared/commands/changes';
import { AnsweredMeanwhile } from '#shared/commands/idempotency-records';
import type { WorkspaceId } from '#shared/core/ids';
import { limitReached, type Use } from '#shared/core/limits';
import { LostRace } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { idempotencyRecords, putIdempotencyRecord } from '#shared/dynamodb/idempotency-records';
import { countUse, usedUp } from '#shared/dynamodb/limits';
import { type OutboxContext, putEvents, putJobs } from '#shared/events/outbox';
import { workspacesWalked } from '#shared/events/rules/walks';
import { indexingJobs } from '#shared/search/rules/indexing-jobs';
import { usageJobs } from '#shared/usage/rules/facts-of';

/** So many changes of a workspace that many rows follow, towards its limit and that of its founder. */
export type UsesOfWideChanges = (
  reads: Table,
  walked: { readonly workspaceId: WorkspaceId; readonly at: Instant; readonly amount: number },
) => Promise<readonly Use[]>;

interface ChangeStoreContext extends OutboxContext {
  /**
   * Counts a request whose jobs walk through many rows, in the transaction that writes the jobs. Absent in workers, which
   * carry out what was counted.
   */
  readonly usesOfWideChanges?: UsesOfWideChanges | undefined;
}

/** One decision, one transaction: states, pointers, events and jobs together or not at all. */
export const changeStore = (table: Table, context: ChangeStoreContext): ChangeStore => ({
  async save(requested, reads = table) {
    const walked = await wideChange(context, requested, reads);
    const changes = { ...requested, limits: [...(requested.limits ?? []), ...walked] };
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
 * One use for each workspace that the jobs walk through. A transaction counts for the first of them, and for who founded
 * that: the change of a brand kit walks through all that use it.
 */
async function wideChange(
  { usesOfWideChanges }: ChangeStoreContext,
  { at, jobs = [] }: Changes,
  reads: Table,
): Promise<readonly Use[]> {
  const walked = workspacesWalked(jobs);
  const [first] = walked;
  if (!usesOfWideChanges || first === undefined) return [];
  const uses = await usesOfWideChanges(reads, { workspaceId: first, at, amount: walked.length });
  // A deployment may give a limit that is lower than one change.
  return uses.map((use) => ({ ...use, amount: Math.min(use.amount, Math.max(1, use.most)) }));
}

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
  { at, writes = [], limits = [], audit = [], idempotency, events = [], jobs = [], subscriptions = [] }: Changes,
): readonly Write[] => [
  ...writes.flat(),
  ...limits.map(countUse),
  ...audit.flatMap(putAuditEvent),
  ...(idempotency ? [putIdempotencyRecord(idempotency, at)] : []),
  ...putEvents(context, events, subscriptions, at),
  ...putJobs(context, [...jobs, ...usageJobs(events, at), ...indexingJobs(events)], at),
];
