import type { Places } from '#shared/api/places';
import type { PageContext } from '#shared/pages/page-kit';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { CalendarConnectionStore, MemberStore } from '#shared/ports/stores';
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
