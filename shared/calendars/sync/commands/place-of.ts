import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { type Held, LeaseLost } from '#shared/calendars/sync/commands/claim';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Member } from '#shared/members/rules/member';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** What the occurrences of one page are taken into. */
export interface PassPlace {
  readonly workspace: Workspace;
  readonly member: Member;
  readonly connection: CalendarConnection;
  readonly window: SyncWindow;
}

/** Read anew for each page, in one trip. Throws `LeaseLost` where there is nothing left to sync into. */
export async function placeOf(needs: PassNeeds, { sync }: Held, window: SyncWindow): Promise<PassPlace> {
  const [workspace, member, connection] = await Promise.all([
    needs.workspaces.find(sync.workspaceId),
    needs.members.find(sync.memberId),
    needs.connections.find(sync.connectionId),
  ]);
  const isOpen = workspace && workspace.state.archivedAt === null;
  if (!isOpen || !member || connection?.state.status !== 'active')
    throw new LeaseLost('The workspace, the member or the connection went.');
  return { workspace: workspace.state, member: member.state, connection: connection.state, window };
}
