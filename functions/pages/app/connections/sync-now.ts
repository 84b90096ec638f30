import type { askForPass } from '#shared/calendars/sync/commands/ask-for-pass';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import type { PageContext } from '#shared/page-kit/page-kit';
import { pathOf } from '../frame.ts';
import { connectionInHand, type OneNeeds } from './one-connection.ts';

interface Needs extends OneNeeds {
  readonly syncs: CalendarSyncStore;
  readonly ask: ReturnType<typeof askForPass>;
}

/** POST /app/workspaces/{workspace}/connections/{connection}/sync: as `POST /calendar_connections/{id}/sync`. */
export const syncNow = (needs: Needs) => async (c: PageContext) => {
  const { place, connection } = await connectionInHand(needs, c);
  await needs.ask({ connection: connection.state, sync: await needs.syncs.find(connection.state.id) });
  return c.redirect(`${pathOf(place, 'connections')}?asked=yes`, 303);
};
