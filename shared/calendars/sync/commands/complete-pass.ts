import { synced } from '#shared/calendars/connections/rules/transitions';
import { type Held, LeaseLost } from '#shared/calendars/sync/commands/claim';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import type { CalendarSync, SyncCursor } from '#shared/calendars/sync/rules/calendar-sync';
import { completed, POLL_MS } from '#shared/calendars/sync/rules/sync-transitions';
import { withRetry } from '#shared/commands/with-retry';

interface Completed {
  readonly cursor: SyncCursor;
  /** Another pass is to follow at once. */
  readonly goesOn: boolean;
}

/** The last write of a pass: from here on it is done, and what partners see of the connection says so. */
export const completePass = (needs: PassNeeds, held: Held, { cursor, goesOn }: Completed): Promise<CalendarSync> =>
  withRetry(needs, async () => {
    const [sync, connection] = await Promise.all([needs.syncs.find(held.id), needs.connections.find(held.id)]);
    if (sync?.state.claimedUntil !== held.until || connection?.state.status !== 'active')
      throw new LeaseLost('Another pass has this connection, or it is synced no more.');
    const now = needs.clock.now();
    const pollMs = needs.pace.scaled(POLL_MS);
    const before = { ...sync.state, askedAgain: sync.state.askedAgain || goesOn };
    const after = completed(before, { cursor, now, pollMs });
    await needs.changes.save({
      at: now,
      calendarSyncs: [{ before: sync, after }],
      calendarConnections: [{ before: connection, after: synced(connection.state, now) }],
    });
    return after;
  });
