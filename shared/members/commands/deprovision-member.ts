import { endEvents } from '#shared/calendar-events/commands/end-events';
import { disconnectCalendar, readConnection } from '#shared/calendars/connections/commands/disconnect-calendar';
import type { CommandContext } from '#shared/commands/context';
import type { CalendarConnectionStore, MemberStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { RemovedMember } from '#shared/members/rules/member';

interface Needs extends CommandContext {
  readonly workspaces: WorkspaceStore;
  readonly connections: CalendarConnectionStore;
  readonly members: MemberStore;
}

/**
 * Disconnects the calendars of a member who was removed, then ends some of their upcoming events; answers where to go
 * on, or undefined after the last. What has ended before stays as it is.
 */
export const deprovisionMember =
  (needs: Needs) =>
  async (removed: RemovedMember, after: string | undefined): Promise<string | undefined> => {
    if (after === undefined) await disconnectAll(needs, removed);
    return endEvents(needs)({ ...removed, connectionId: null }, after);
  };

async function disconnectAll(needs: Needs, { workspaceId, connectionIds }: RemovedMember): Promise<void> {
  const workspace = await needs.workspaces.find(workspaceId);
  if (!workspace) return;
  for (const id of connectionIds) {
    const connection = await needs.connections.find(id);
    if (connection) await disconnectCalendar(needs)(workspace.state, await readConnection(needs, connection));
  }
}
