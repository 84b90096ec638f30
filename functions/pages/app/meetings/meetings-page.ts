import type { WorkspaceId } from '#shared/core/ids';
import { keptOf, type Page, type PageRequest } from '#shared/core/page';
import type { Instant } from '#shared/core/time';
import type { MeetingStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { peopleOf } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';
import type { PageContext } from '#shared/page-kit/page-kit';
import { showIn } from '../frame.ts';
import { partOfList } from '../part-of-list.ts';
import { whereabouts } from '../whereabouts.ts';
import { meetingsView, TABS, type Tab } from './meetings-view.ts';

interface Needs {
  readonly meetings: MeetingStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

const A_PAGE = 25;

/** GET /app/workspaces/{workspace}/meetings: what is to come, what is under way, what was. */
export const meetingsPage =
  ({ meetings, places, seal }: Needs) =>
  async (c: PageContext) => {
    const { workspaceId, place: finding, admitted } = whereabouts(c, places);
    const now = c.var.kit.clock.now();
    const wanted = { workspaceId, tab: tabIn(c.req.query('phase')), person: c.req.query('person')?.trim() ?? '' };
    const [place, list] = await Promise.all([
      finding,
      partOfList(c, {
        seal,
        limit: A_PAGE,
        read: (request) => pageOf(meetings, wanted, now, { ...request, admitted }),
      }),
    ]);
    return showIn(c, place, 'meetings', {
      title: 'Meetings',
      main: meetingsView({ place, now, ...wanted, list }),
    });
  };

const tabIn = (text: string | undefined): Tab =>
  text !== undefined && Object.hasOwn(TABS, text) ? (text as Tab) : 'upcoming';

interface Wanted {
  readonly workspaceId: WorkspaceId;
  readonly tab: Tab;
  /** Email of somebody on the invite; empty for anybody. */
  readonly person: string;
}

/** What is to come is read from the next one on; all else from the latest one back. */
async function pageOf(
  meetings: MeetingStore,
  { workspaceId, tab, person }: Wanted,
  now: Instant,
  request: PageRequest,
): Promise<Page<Meeting>> {
  const participantEmail = person === '' ? undefined : person;
  if (tab !== 'upcoming') return meetings.page({ workspaceId, phase: tab, participantEmail }, now, request);
  const ahead = await meetings.ahead({ workspaceId }, now, person === '' ? request : { ...request, limit: LOOKED_AT });
  const rows = await Promise.all(ahead.items.map((id) => meetings.find(id)));
  return keptOf({ ...ahead, items: rows }, (row) =>
    row && phaseOf(row.state, now) === 'upcoming' && isOn(row.state, person) ? row.state : undefined,
  );
}

/** Somebody stands on few of the next meetings: more of them are looked at for one page. */
const LOOKED_AT = 100;

const isOn = (meeting: Meeting, person: string): boolean =>
  person === '' || peopleOf(meeting).some(({ email }) => email?.toLowerCase() === person.toLowerCase());
