import { html } from 'hono/html';
import { type Content, dateTime, type Markup, nav, table } from '#shared/api/page-kit/components';
import { field, filterForm } from '#shared/api/page-kit/forms';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import { meetingPage, meetingsAhead } from '#shared/meetings/meetings/lists-store';
import { displayLabel } from '#shared/meetings/meetings/rules/display-label';
import { type Meeting, peopleOf, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { platformOf, recordingBadge, titleOf } from '../meeting-labels.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';

const PHASES = { upcoming: 'Upcoming', live: 'Live', past: 'Past', cancelled: 'Cancelled' } as const;
type Phase = keyof typeof PHASES;

interface Filters {
  readonly phase: Phase;
  /** Email of a participant; empty for all meetings. */
  readonly person: string;
}

/** GET /app/workspaces/{workspace}/meetings */
export const meetingsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const now = c.var.kit.clock.now();
  const filters = { phase: phaseIn(c.req.query('phase')), person: c.req.query('person')?.trim() ?? '' };
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, {
      limit: 25,
      read: (request) => readMeetings(app, { workspaceId, ...filters, now }, { ...request, admitted }),
    }),
  ]);
  const { phase, person } = filters;
  const path = pathOf(access, 'meetings');
  const isUpcoming = phase === 'upcoming';
  return renderWorkspacePage(c, access, 'meetings', {
    title: 'Meetings',
    main: html`${phaseTabs(path, filters)}
${searchForm(path, filters)}
${table({
  caption: `${PHASES[phase]} meetings${person === '' ? '' : ` with ${person}`}, ${isUpcoming ? 'next' : 'latest'} first`,
  columns: ['Meeting', 'Start', 'Recording', 'Organizer', 'Participants', 'Platform'],
  rows: items.map((meeting) => cells(meeting, now)),
  empty: emptyMessage(path, filters, next !== undefined),
})}
${nextPageLink(next, isUpcoming ? 'Later meetings' : 'Earlier meetings')}`,
  });
};

const phaseIn = (text: string | undefined): Phase =>
  text !== undefined && Object.hasOwn(PHASES, text) ? (text as Phase) : 'upcoming';

interface MeetingQuery extends Filters {
  readonly workspaceId: WorkspaceId;
  readonly now: Instant;
}

/** A participant has few of the next meetings, so a search reads more of them for one page. */
const SEARCH_LIMIT = 100;

/** Upcoming meetings in ascending order, all others in descending order. */
async function readMeetings(
  app: AppDependencies,
  { workspaceId, phase, person, now }: MeetingQuery,
  request: PageRequest,
): Promise<Page<Meeting>> {
  const participantEmail = person === '' ? undefined : person;
  if (phase !== 'upcoming') return meetingPage(app.table, { workspaceId, phase, participantEmail }, now, request);
  const limit = participantEmail ? SEARCH_LIMIT : request.limit;
  const ids = await meetingsAhead(app.table, { workspaceId }, now, { ...request, limit });
  const rows = await Promise.all(ids.items.map((id) => meetings.find(app.table, id)));
  return filterMapPage({ ...ids, items: rows }, (row) =>
    row && phaseOf(row.state, now) === 'upcoming' && hasParticipant(row.state, person) ? row.state : undefined,
  );
}

const hasParticipant = (meeting: Meeting, person: string): boolean =>
  person === '' ||
  peopleOf(meeting).some(({ email }) => email !== null && comparableEmail(email) === comparableEmail(person));

function phaseTabs(path: string, { phase, person }: Filters): Markup {
  const hrefOf = (one: string) => `${path}?${new URLSearchParams({ phase: one, ...(person !== '' && { person }) })}`;
  const tabs = Object.entries(PHASES).map(([one, label]) => [hrefOf(one), label] as const);
  return nav('Phase', tabs, hrefOf(phase), 'tabs');
}

const searchForm = (action: string, { phase, person }: Filters): Markup =>
  filterForm('Meetings', {
    action,
    submit: 'Search',
    hidden: { phase },
    fields: [
      field({
        name: 'person',
        label: 'Participant',
        type: 'email',
        value: person,
        hint: 'Email address on the invitation',
        required: false,
        autocomplete: 'off',
      }),
    ],
  });

/** A page of a search may be empty although there are more pages. */
function emptyMessage(path: string, { phase, person }: Filters, hasMore: boolean): Markup | string {
  if (hasMore) return 'No matches on this page. There are more meetings to search.';
  const label = `No ${PHASES[phase].toLowerCase()} meetings`;
  return person === '' ? `${label}.` : html`${label} with ${person}. <a href="${path}?phase=${phase}">Show all</a>`;
}

const cells = (meeting: Meeting, now: Instant): readonly Content[] => [
  html`<a href="/app/meetings/${meeting.id}">${titleOf(meeting)}</a>`,
  dateTime(sortTimeOf(meeting)),
  recordingBadge(displayLabel(meeting, now)),
  meeting.organizer?.name ?? meeting.organizer?.email ?? 'Unknown',
  peopleOf(meeting).length,
  platformOf(meeting),
];
