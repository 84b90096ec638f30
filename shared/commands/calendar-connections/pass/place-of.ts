import { ClaimLost, type Held } from '#shared/commands/calendar-connections/pass/claim';
import type { PassNeeds } from '#shared/commands/calendar-connections/pass/needs';
import type { CalendarConnection } from '#shared/domain/calendar-connections/calendar-connection';
import type { SyncWindow } from '#shared/domain/calendar-connections/provider-event';
import type { Member } from '#shared/domain/members/member';
import type { Workspace } from '#shared/domain/workspaces/workspace';

/** What the occurrences of one page are taken into. */
export interface PassPlace {
  readonly workspace: Workspace;
  readonly member: Member;
  readonly connection: CalendarConnection;
  readonly window: SyncWindow;
}

/** Read anew for each page, in one trip. Throws `ClaimLost` where there is nothing left to sync into. */
export async function placeOf(needs: PassNeeds, { sync }: Held, window: SyncWindow): Promise<PassPlace> {
  const [workspace, member, connection] = await Promise.all([
    needs.workspaces.find(sync.workspaceId),
    needs.members.find(sync.memberId),
    needs.connections.find(sync.connectionId),
  ]);
  const isOpen = workspace && workspace.state.archivedAt === null;
  if (!isOpen || !member || connection?.state.status !== 'active')
    throw new ClaimLost('The workspace, the member or the connection went.');
  return { workspace: workspace.state, member: member.state, connection: connection.state, window };
}
