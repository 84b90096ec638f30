import { html } from 'hono/html';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { mayDo, type Place } from '#shared/http/places';
import type { Member } from '#shared/members/rules/member';
import { form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { grid, moment, notice } from '#shared/page-kit/parts';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { further, pathOf, tabs } from '../frame.ts';
import type { PartOfList } from '../part-of-list.ts';
import { nameOf, STATES, stateOf, TROUBLES } from './connection-words.ts';

export type Status = CalendarConnection['status'];

export interface ListedConnection {
  readonly connection: CalendarConnection;
  readonly member: Member | undefined;
}

export interface Connections {
  readonly place: Place;
  readonly status: Status | undefined;
  /** Somebody has just asked for a sync. */
  readonly asked: boolean;
  readonly list: PartOfList<ListedConnection>;
}

export function connectionsView(c: PageContext, { place, status, asked, list }: Connections): Markup {
  const acts = mayDo(place.role, 'take_part');
  const columns = ['Account', 'Member', 'State', 'Last synced', ...(acts ? ['What you can do'] : [])];
  return html`${statusTabs(place, status)}
${asked ? notice('done', 'Asked for: what has changed arrives within a minute.') : ''}
${grid({
  caption: 'Connected calendars, the newest first',
  columns,
  rows: list.items.map((listed) => [...cells(listed), ...(acts ? [actions(c, place, listed.connection)] : [])]),
  none: status === undefined ? NONE : 'There is none in this state.',
})}
${further(list.next, 'Older connections')}`;
}

const NONE = html`Nobody has connected a calendar yet. <a href="/api/v1/docs">A connect link</a> lets a member do so.`;

const statusTabs = (place: Place, here: Status | undefined): Markup => {
  const path = pathOf(place, 'connections');
  return tabs('State', [
    { href: path, words: 'All', isHere: here === undefined },
    ...(Object.keys(STATES) as Status[]).map((status) => ({
      href: `${path}?status=${status}`,
      words: STATES[status],
      isHere: status === here,
    })),
  ]);
};

const cells = ({ connection, member }: ListedConnection): readonly (Markup | string)[] => [
  html`${connection.accountEmail}<br><span class="small">${PROVIDER_NAMES[connection.provider]}</span>`,
  nameOf(member),
  html`${stateOf(connection)}${connection.status === 'error' ? html`<p class="small">${TROUBLES[connection.error.code]}</p>` : ''}`,
  moment(connection.lastSyncedAt),
];

const actions = (c: PageContext, place: Place, { id, status }: CalendarConnection): Markup | string => {
  if (status === 'disconnected') return 'Its owner can connect it anew';
  const path = `${pathOf(place, 'connections')}/${id}`;
  return html`<div class="actions">
${status === 'error' ? form(c, { action: `${path}/reconnect`, submit: 'Make a reconnect link' }) : ''}
${status === 'active' ? form(c, { action: `${path}/sync`, submit: 'Sync now' }) : ''}
<a class="button" href="${path}/disconnect">Disconnect …</a>
</div>`;
};
