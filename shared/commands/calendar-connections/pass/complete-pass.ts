import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { ClaimLost, type Held } from '#shared/commands/calendar-connections/pass/claim';
import type { PassNeeds } from '#shared/commands/calendar-connections/pass/needs';
import type { CalendarSync, SyncCursor } from '#shared/domain/calendar-connections/calendar-sync';
import { completed, POLL_MS } from '#shared/domain/calendar-connections/sync-transitions';
import { synced } from '#shared/domain/calendar-connections/transitions';

interface Completed {
  readonly cursor: SyncCursor;
  /** Another pass is to follow at once. */
  readonly goesOn: boolean;
}

/** The last write of a pass: from here on it is done, and what partners see of the connection says so. */
export const completePass = (needs: PassNeeds, held: Held, { cursor, goesOn }: Completed): Promise<CalendarSync> =>
  againAfterLostRace(needs.patience, async () => {
    const [sync, connection] = await Promise.all([needs.syncs.find(held.id), needs.connections.find(held.id)]);
    if (sync?.state.claimedUntil !== held.until || connection?.state.status !== 'active')
      throw new ClaimLost('Another pass has this connection, or it is synced no more.');
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
