import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import { stoppedSyncing } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections } from '#shared/calendars/connections/store';
import { type Lease, LeaseLost } from '#shared/calendars/sync/commands/lease';
import { messageFor } from '#shared/calendars/sync/rules/sync-errors';
import { stopped } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs, removeWatchChannel } from '#shared/calendars/sync/store';
import { command } from '#shared/commands/command';
import { noteConnection } from '#shared/members/rules/note-connection';
import { members } from '#shared/members/store';
import { workspaces } from '#shared/workspaces/store';

/** Sets the connection to `error`, sends its webhook event and stops the sync: the member has to consent again. */
export const markGrantLost = command(async (context, lease: Lease, code: SyncErrorCode): Promise<void> => {
  const { table } = context;
  const [sync, connection, member, workspace] = await Promise.all([
    calendarSyncs.find(table, lease.id),
    calendarConnections.find(table, lease.id),
    members.find(table, lease.sync.memberId),
    workspaces.find(table, lease.sync.workspaceId),
  ]);
  // A consent during the run takes the lease: the error is not about the new grant.
  if (sync?.state.claimedUntil !== lease.until || !connection) throw new LeaseLost('Another run has the lease.');
  const at = context.clock.now();
  const { state, events } = stoppedSyncing(connection.state, { code, message: messageFor(code) });
  const isChanged = state !== connection.state;
  await context.changes.save({
    at,
    writes: [
      calendarSyncs.put(sync, stopped(sync.state)),
      sync.state.watch ? [removeWatchChannel(sync.state.watch.id)] : [],
      isChanged ? calendarConnections.put(connection, state) : [],
      isChanged && member ? members.put(member, noteConnection(member.state, state, at)) : [],
    ],
    events: events.map((type) => ({ type, connection: state })),
    subscriptions: workspace?.state.endpoints ?? [],
  });
});
