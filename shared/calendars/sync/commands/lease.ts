import { calendarConnections } from '#shared/calendars/connections/store';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { isLeased, leased, resting } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/commands/command';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { Write } from '#shared/core/table';
import { type Instant, later, SECOND_MS } from '#shared/core/time';

/** The lease of one sync run on a connection. Its end identifies it. */
export interface Lease {
  readonly id: CalendarConnectionId;
  readonly until: Instant;
  /** As this run saved it last. */
  readonly sync: CalendarSync;
}

/** Why no run starts: the sync was deleted, is stopped, is leased by another run, or is not due. */
export type NotLeased = 'gone' | 'stopped' | 'elsewhere' | 'not_due';

/** Another run has the lease, or the sync was stopped: this run must not write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The sweeper rounds up, and clocks differ a little. */
const EARLY_MS = 2 * SECOND_MS;

/** Leases the connection for one run if its sync is due. A queue message is only a hint. */
export const acquireLease = command(async (context, id: CalendarConnectionId): Promise<Lease | NotLeased> => {
  const { table, changes } = context;
  const [before, connection] = await Promise.all([calendarSyncs.find(table, id), calendarConnections.find(table, id)]);
  if (!before || !connection) return 'gone';
  const at = context.clock.now();
  if (before.state.dueAt === null) return 'stopped';
  if (isLeased(before.state, at)) return 'elsewhere';
  if (connection.state.status !== 'active') {
    await changes.save({ at, writes: [calendarSyncs.put(before, resting(before.state))] });
    return 'stopped';
  }
  if (before.state.dueAt > later(at, EARLY_MS)) return 'not_due';
  const sync = leased(before.state, at);
  await changes.save({ at, writes: [calendarSyncs.put(before, sync)] });
  return { id, until: sync.claimedUntil, sync };
});

export type SyncTransition = (sync: CalendarSync, now: Instant) => CalendarSync;

/** Saves a transition of the sync while the lease is valid, with further rows. Throws `LeaseLost`. */
export const saveUnderLease = command(
  async (context, lease: Lease, transition: SyncTransition, rows: readonly Write[] = []): Promise<Lease> => {
    const before = await calendarSyncs.find(context.table, lease.id);
    if (before?.state.claimedUntil !== lease.until) throw new LeaseLost('Another run has the lease.');
    const at = context.clock.now();
    const sync = transition(before.state, at);
    await context.changes.save({ at, writes: [calendarSyncs.put(before, sync), rows] });
    return { ...lease, sync };
  },
);
