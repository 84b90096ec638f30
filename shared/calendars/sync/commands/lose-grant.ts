import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import { stoppedSyncing } from '#shared/calendars/connections/rules/transitions';
import { type Held, LeaseLost } from '#shared/calendars/sync/commands/claim';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import { sentenceFor } from '#shared/calendars/sync/rules/sync-errors';
import { stopped } from '#shared/calendars/sync/rules/sync-transitions';
import { withRetry } from '#shared/commands/with-retry';
import { noteConnection } from '#shared/members/rules/note-connection';

/** Only the member's consent helps: the connection says so, its endpoints are told, and nothing of it is due any more. */
export const loseGrant = (needs: PassNeeds, held: Held, code: SyncErrorCode): Promise<void> =>
  withRetry(needs, async () => {
    const [sync, connection, member, workspace] = await Promise.all([
      needs.syncs.find(held.id),
      needs.connections.find(held.id),
      needs.members.find(held.sync.memberId),
      needs.workspaces.find(held.sync.workspaceId),
    ]);
    // A grant that the member has renewed meanwhile is another one: nothing is known against that.
    if (sync?.state.claimedUntil !== held.until || !connection)
      throw new LeaseLost('Another pass has this connection.');
    const now = needs.clock.now();
    const { state, events } = stoppedSyncing(connection.state, { code, message: sentenceFor(code) });
    const isNews = state !== connection.state;
    await needs.changes.save({
      at: now,
      calendarSyncs: [{ before: sync, after: stopped(sync.state) }],
      removedWatchChannels: sync.state.watch ? [sync.state.watch.id] : [],
      calendarConnections: isNews ? [{ before: connection, after: state }] : [],
      members: isNews && member ? [{ before: member, after: noteConnection(member.state, state, now) }] : [],
      events: events.map((type) => ({ type, connection: state })),
      audience: workspace?.state.endpoints ?? [],
    });
  });
