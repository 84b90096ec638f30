import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { ClaimLost, type Held } from '#shared/commands/calendar-connections/pass/claim';
import type { PassNeeds } from '#shared/commands/calendar-connections/pass/needs';
import type { SyncErrorCode } from '#shared/domain/calendar-connections/calendar-connection';
import { sentenceFor } from '#shared/domain/calendar-connections/sync-errors';
import { stopped } from '#shared/domain/calendar-connections/sync-transitions';
import { stoppedSyncing } from '#shared/domain/calendar-connections/transitions';
import { noteConnection } from '#shared/domain/members/note-connection';

/** Only the member's consent helps: the connection says so, its endpoints are told, and nothing of it is due any more. */
export const loseGrant = (needs: PassNeeds, held: Held, code: SyncErrorCode): Promise<void> =>
  againAfterLostRace(needs.patience, async () => {
    const [sync, connection, member, workspace] = await Promise.all([
      needs.syncs.find(held.id),
      needs.connections.find(held.id),
      needs.members.find(held.sync.memberId),
      needs.workspaces.find(held.sync.workspaceId),
    ]);
    // A grant that the member has renewed meanwhile is another one: nothing is known against that.
    if (sync?.state.claimedUntil !== held.until || !connection)
      throw new ClaimLost('Another pass has this connection.');
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
