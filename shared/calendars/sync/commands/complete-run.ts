import { synced } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections } from '#shared/calendars/connections/store';
import { type Lease, LeaseLost } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { CalendarSync, SyncCursor } from '#shared/calendars/sync/rules/calendar-sync';
import { completed, POLL_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/commands/command';

interface CompletedRun {
  readonly cursor: SyncCursor;
  /** Another run follows at once. */
  readonly goesOn: boolean;
}

/** The last write of a run: sets the cursor, the next due time and `last_synced_at`. Throws `LeaseLost`. */
export const completeRun = command(
  async (context: SyncContext, lease: Lease, { cursor, goesOn }: CompletedRun): Promise<CalendarSync> => {
    const [sync, connection] = await Promise.all([
      calendarSyncs.find(context.table, lease.id),
      calendarConnections.find(context.table, lease.id),
    ]);
    if (sync?.state.claimedUntil !== lease.until || connection?.state.status !== 'active')
      throw new LeaseLost('Another run has the lease, or the connection is not active.');
    const at = context.clock.now();
    const pollMs = context.pace.scaled(POLL_MS);
    const before = { ...sync.state, askedAgain: sync.state.askedAgain || goesOn };
    const after = completed(before, { cursor, now: at, pollMs });
    await context.changes.save({
      at,
      writes: [calendarSyncs.put(sync, after), calendarConnections.put(connection, synced(connection.state, at))],
    });
    return after;
  },
);
