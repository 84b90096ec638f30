import { noteConnection } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { disconnected, syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections, connectionOfAccount, moveAccount } from '#shared/calendars/connections/store';
import { disconnectionJobs } from '#shared/calendars/rules/disconnection-jobs';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import type { CalendarConnectionId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';

/**
 * Stops the sync of a connection permanently. Jobs cancel its calendar events, and return watch and grant to the
 * provider. Repeating it changes nothing.
 */
export const disconnectCalendar = command(async (context, id: CalendarConnectionId): Promise<CalendarConnection> => {
  const { connection, sync, member, holderId, workspace } = await loadForDisconnect(context.table, id);
  if (!connection) throw notFound('calendar connection');
  const at = context.clock.now();
  const { state, events } = disconnected(syncedAsOf(connection.state, sync?.state), at);
  if (events.length === 0) return state;
  await context.changes.save({
    at,
    writes: [
      calendarConnections.put(connection, state),
      holderId === id ? [moveAccount({ ...accountOf(state), before: id, after: undefined })] : [],
      member ? members.put(member, noteConnection(member.state, state, at)) : [],
    ],
    events: events.map((type) => ({ type, connection: state })),
    jobs: disconnectionJobs(state, workspace?.state),
    subscriptions: workspace?.state.endpoints ?? [],
    result: state,
  });
  return state;
});

/** What the command decides on: the connection, then the rows that it names. */
export async function loadForDisconnect(table: Table, id: CalendarConnectionId) {
  const [connection, sync] = await Promise.all([calendarConnections.find(table, id), calendarSyncs.find(table, id)]);
  if (!connection) return {};
  const { memberId, workspaceId } = connection.state;
  const [member, workspace, holderId] = await Promise.all([
    members.find(table, memberId),
    workspaces.find(table, workspaceId),
    connectionOfAccount(table, accountOf(connection.state)),
  ]);
  return { connection, sync, member, workspace, holderId };
}

const accountOf = ({ workspaceId, provider, accountEmail }: CalendarConnection) => ({
  workspaceId,
  provider,
  email: accountEmail,
});
