import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { idOf } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { CalendarConnectionStore } from '#shared/events/ports/stores';
import type { Place, Places } from '#shared/http/places';
import type { PageContext } from '#shared/page-kit/page-kit';
import { lets, whereabouts } from '../whereabouts.ts';

export interface OneNeeds {
  readonly connections: CalendarConnectionStore;
  readonly places: Places;
}

export interface InHand {
  readonly place: Place;
  readonly connection: Loaded<CalendarConnection>;
}

/** The connection that a path names beneath its workspace, for somebody who may do something with it. */
export async function connectionInHand({ connections, places }: OneNeeds, c: PageContext): Promise<InHand> {
  const id = idOf('cal', c.req.param('connection'));
  const { workspaceId, place: finding } = whereabouts(c, places);
  const [place, connection] = await Promise.all([finding, id && connections.find(id)]);
  if (connection?.state.workspaceId !== workspaceId) throw notFound('calendar connection');
  return { place: lets(place, 'take_part'), connection };
}
