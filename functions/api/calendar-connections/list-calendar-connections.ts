import { listCalendarConnectionsContract } from '#shared/api/contracts/calendar-connections';
import type { Places } from '#shared/api/places';
import { presentCalendarConnection } from '#shared/api/resources/calendar-connections';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { CalendarConnectionStore } from '#shared/ports/stores';

interface Needs {
  readonly connections: CalendarConnectionStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /calendar_connections: newest first. */
export const listCalendarConnections = (needs: Needs) =>
  workspaceList(listCalendarConnectionsContract, needs, {
    page: (workspaceId, { member_id: memberId, status }, request) =>
      needs.connections.page({ workspaceId, memberId, status }, request),
    present: (connection) => presentCalendarConnection(connection),
  });
