import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { calendarConnections } from '#shared/calendars/connections/store';
import { type Lease, LeaseLost } from '#shared/calendars/sync/commands/lease';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Table } from '#shared/core/table';
import type { Member } from '#shared/members/rules/member';
import { members } from '#shared/members/store';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

/** Where the events of one page are imported to. */
export interface SyncTarget {
  readonly workspace: Workspace;
  readonly member: Member;
  readonly connection: CalendarConnection;
  readonly window: SyncWindow;
}

/** Loaded for each page, in one round trip. Throws `LeaseLost` where workspace, member or connection is not active. */
export async function loadSyncTarget(table: Table, { sync }: Lease, window: SyncWindow): Promise<SyncTarget> {
  const [workspace, member, connection] = await Promise.all([
    workspaces.find(table, sync.workspaceId),
    members.find(table, sync.memberId),
    calendarConnections.find(table, sync.connectionId),
  ]);
  const isOpen = workspace && workspace.state.archivedAt === null;
  if (!isOpen || !member || connection?.state.status !== 'active')
    throw new LeaseLost('The workspace, the member or the connection is not active.');
  return { workspace: workspace.state, member: member.state, connection: connection.state, window };
}
