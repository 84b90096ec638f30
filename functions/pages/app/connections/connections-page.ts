import type { CalendarConnectionStore, MemberStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import type { PageContext } from '#shared/page-kit/page-kit';
import { showIn } from '../frame.ts';
import { partOfList } from '../part-of-list.ts';
import { whereabouts } from '../whereabouts.ts';
import { STATES } from './connection-words.ts';
import { connectionsView, type Status } from './connections-view.ts';

interface Needs {
  readonly connections: CalendarConnectionStore;
  readonly members: MemberStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

const A_PAGE = 25;

/** GET /app/workspaces/{workspace}/connections */
export const connectionsPage =
  ({ connections, members, places, seal }: Needs) =>
  async (c: PageContext) => {
    const { workspaceId, place: finding, admitted } = whereabouts(c, places);
    const status = statusIn(c.req.query('status'));
    const [place, { items, next }] = await Promise.all([
      finding,
      partOfList(c, {
        seal,
        limit: A_PAGE,
        read: (request) => connections.page({ workspaceId, status }, { ...request, admitted }),
      }),
    ]);
    const rows = await Promise.all(items.map(({ memberId }) => members.find(memberId)));
    const listed = items.map((connection, at) => ({ connection, member: rows[at]?.state }));
    return showIn(c, place, 'connections', {
      title: 'Calendars',
      lead: 'Calendars that members connected, and whether their meetings still arrive.',
      main: connectionsView(c, { place, status, asked: c.req.query('asked') === 'yes', list: { items: listed, next } }),
    });
  };

const statusIn = (text: string | undefined): Status | undefined =>
  text !== undefined && Object.hasOwn(STATES, text) ? (text as Status) : undefined;
