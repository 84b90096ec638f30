import { html } from 'hono/html';
import type { Instant } from '#shared/core/time';
import type { Place } from '#shared/http/places';
import { displayLabel } from '#shared/meetings/rules/display-label';
import { type Meeting, peopleOf, placeInTime } from '#shared/meetings/rules/meeting';
import { field } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import { grid, moment } from '#shared/page-kit/parts';
import { further, pathOf, tabs } from '../frame.ts';
import { labelView, PLATFORMS, titleOf } from '../meeting-words.ts';
import type { PartOfList } from '../part-of-list.ts';

export const TABS = { upcoming: 'Upcoming', live: 'Live', past: 'Past', cancelled: 'Cancelled' } as const;
export type Tab = keyof typeof TABS;

const NONE: Readonly<Record<Tab, string>> = {
  upcoming: 'Nothing is to come.',
  live: 'Nothing is being recorded right now.',
  past: 'Nothing yet.',
  cancelled: 'No meeting was cancelled.',
};

export interface Meetings {
  readonly place: Place;
  readonly now: Instant;
  readonly tab: Tab;
  readonly person: string;
  readonly list: PartOfList<Meeting>;
}

export function meetingsView({ place, now, tab, person, list }: Meetings): Markup {
  const path = pathOf(place, 'meetings');
  return html`${tabs(
    'When',
    (Object.keys(TABS) as Tab[]).map((one) => ({
      href: `${path}?${new URLSearchParams({ phase: one, ...(person !== '' && { person }) })}`,
      words: TABS[one],
      isHere: one === tab,
    })),
  )}
${searchForm(path, tab, person)}
${grid({
  caption: `${TABS[tab]} meetings${person === '' ? '' : ` with ${person}`}, ${tab === 'upcoming' ? 'the next one' : 'the latest one'} first`,
  columns: ['Meeting', 'Starts', 'Recording', 'Organizer', 'People', 'Where'],
  rows: list.items.map((meeting) => cells(meeting, now)),
  none: nothingThere(path, tab, person, list.next !== undefined),
})}
${further(list.next, tab === 'upcoming' ? 'Later meetings' : 'Earlier meetings')}`;
}

/** A page of a search may be empty while there is more to look at. */
function nothingThere(path: string, tab: Tab, person: string, more: boolean): Markup | string {
  if (more) return 'None among those looked at so far: go on below.';
  return person === '' ? NONE[tab] : html`None with ${person}. <a href="${path}?phase=${tab}">Show all</a>`;
}

const cells = (meeting: Meeting, now: Instant): readonly (Markup | string | number)[] => [
  html`<a href="/app/meetings/${meeting.id}">${titleOf(meeting)}</a>`,
  moment(placeInTime(meeting)),
  labelView(displayLabel(meeting, now)),
  meeting.organizer?.name ?? meeting.organizer?.email ?? 'not known',
  peopleOf(meeting).length,
  meeting.platform === null ? (meeting.meetingUrl === null ? 'no link' : 'another link') : PLATFORMS[meeting.platform],
];

const searchForm = (
  path: string,
  tab: Tab,
  person: string,
): Markup => html`<form method="get" action="${path}" class="filters" role="search" aria-label="Meetings">
<input type="hidden" name="phase" value="${tab}">
${field({ name: 'person', label: 'With a person', type: 'email', value: person, hint: 'The e-mail address on the invite', optional: true, autocomplete: 'off' })}
<p class="actions"><button>Search</button></p>
</form>`;
