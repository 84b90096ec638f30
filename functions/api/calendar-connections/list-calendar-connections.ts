import { listCalendarConnectionsContract } from '#shared/calendars/connections/contract';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import type { CalendarConnectionStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';

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
