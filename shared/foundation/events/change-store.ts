import { putAuditEvent } from '#shared/foundation/audit-events/row';
import type { ChangeStore, Changes, Observer } from '#shared/foundation/commands/changes';
import { AnsweredMeanwhile } from '#shared/foundation/commands/idempotency-records';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { type Counted, isShared, limitReached, type Use } from '#shared/foundation/core/uses';
import { idempotencyRecords, putIdempotencyRecord } from '#shared/foundation/dynamodb/idempotency-records';
import { countUse, usedUp } from '#shared/foundation/dynamodb/limits';
import { type OutboxContext, putEvents, putJobs } from '#shared/foundation/events/outbox';
import { workspacesWalked } from '#shared/foundation/events/rules/walks';
import { usedUpFirst } from '#shared/foundation/events/used-up-first';

/** So many changes of a workspace that many rows follow, towards its limit and that of its founder. */
export type UsesOfWideChanges = (
  reads: Table,
  walked: { readonly workspaceId: WorkspaceId; readonly at: Instant; readonly amount: number },
) => Promise<readonly Counted[]>;

interface ChangeStoreContext extends OutboxContext {
  /** Their jobs follow those of the change, in this order. */
  readonly observers: readonly Observer[];
  /**
   * Counts a request whose jobs walk through many rows, in the transaction that writes the jobs. Absent in workers, which
   * carry out what was counted.
   */
  readonly usesOfWideChanges?: UsesOfWideChanges | undefined;
}

/** One decision, one transaction: states, pointers, events and jobs together or not at all. */
export function changeStore(table: Table, context: ChangeStoreContext): ChangeStore {
  const usedUpOnes = usedUpFirst();

  /**
   * Counts shared uses as first ones of their workspace. Where it has no more of them, the condition says so: the process
   * remembers it until the window ends, and begins again with further ones.
   */
  async function transact(changes: Changes): Promise<void> {
    const limits = (changes.limits ?? []).flatMap<Counted>((use) =>
      isShared(use) && usedUpOnes.has(use.first) ? use.further : [use],
    );
    const writes = writesOf(context, changes, limits.map(asFirst));
    if (writes.length === 0) return;
    try {
      await table.transact(writes);
    } catch (error) {
      for (const first of await usedUpFirstIn(table, { ...changes, limits }, error)) usedUpOnes.add(first);
      await transact(changes);
    }
  }

  return {
    async save(requested, reads = table) {
      const walked = await wideChange(context, requested, reads);
      await transact({ ...requested, limits: [...(requested.limits ?? []), ...walked] });
    },
  };
}

const asFirst = (use: Counted): Use => (isShared(use) ? use.first : use);

/**
 * One use for each workspace that the jobs walk through. A transaction counts for the first of them, and for who founded
 * that: the change of a brand kit walks through all that use it.
 */
async function wideChange(
  { usesOfWideChanges }: ChangeStoreContext,
  { at, jobs = [] }: Changes,
  reads: Table,
): Promise<readonly Counted[]> {
  const walked = workspacesWalked(jobs);
  const [first] = walked;
  if (!usesOfWideChanges || first === undefined) return [];
  const uses = await usesOfWideChanges(reads, { workspaceId: first, at, amount: walked.length });
  return uses.map((use) =>
    isShared(use) ? { ...use, further: [atMost(use.further[0]), atMost(use.further[1])] } : atMost(use),
  );
}

/** A deployment may give a limit that is lower than one change. */
const atMost = (use: Use): Use => ({ ...use, amount: Math.min(use.amount, Math.max(1, use.most)) });

/**
 * The first uses that workspaces have no more of, where further ones may be counted instead. Throws why else the transaction
 * failed. One that was cancelled does not reliably say which condition failed when several transactions meet, so the
 * answered request and the limits are read again.
 */
async function usedUpFirstIn(
  table: Table,
  { idempotency, limits = [], at }: Changes,
  error: unknown,
): Promise<readonly Use[]> {
  if (!(error instanceof LostRace)) throw error;
  const shared = limits.filter(isShared);
  const [answered, full, reached] = await Promise.all([
    idempotency && idempotencyRecords(table).find(idempotency.name, at),
    usedUp(table, limits.map(asFirst)),
    usedUp(
      table,
      shared.flatMap(({ further }) => further),
    ),
  ]);
  // A mark that the operation runs is our own.
  if (answered?.answer !== undefined) throw new AnsweredMeanwhile('The same request was answered meanwhile.');
  const beyond = shared.filter(({ first }) => full.includes(first));
  const refused =
    full.find((use) => !shared.some(({ first }) => first === use)) ??
    reached.find((use) => beyond.some(({ further }) => further.includes(use)));
  if (refused) throw limitReached(refused, at);
  if (beyond.length === 0) throw error;
  return beyond.map(({ first }) => first);
}

function writesOf(context: ChangeStoreContext, changes: Changes, limits: readonly Use[]): readonly Write[] {
  const { at, audit = [], idempotency, events = [], subscriptions = [] } = changes;
  const all = [changes, ...context.observers.map((observe) => observe(changes))];
  return [
    ...all.flatMap(({ writes = [] }) => writes.flat()),
    ...limits.map(countUse),
    ...audit.flatMap(putAuditEvent),
    ...(idempotency ? [putIdempotencyRecord(idempotency, at)] : []),
    ...putEvents(context, events, subscriptions, at),
    ...putJobs(
      context,
      all.flatMap(({ jobs = [] }) => jobs),
      at,
    ),
  ];
}
