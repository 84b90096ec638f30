import { html } from 'hono/html';
import { members } from '#shared/accounts/members/store';
import { type Content, dateTime, linkButton, notice, PROVIDER_NAMES, table } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFacts, CalendarReason } from '#shared/calendars/rules/why-not-in-sync';
import { connectionsWithSyncs } from '#shared/calendars/sync/synced-connections';
import { mayAct } from '#shared/foundation/core/roles';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { calendarWords, factsIn, reasonOf } from './calendar-words.ts';
import { memberName, statusBadge } from './connection-labels.ts';
import { kindTabs, statusIn, statusTabs } from './connection-tabs.ts';

/** GET /app/workspaces/{workspace}/connections */
export const connectionsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const status = statusIn(c.req.query('status'));
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, {
      limit: 25,
      read: (request) => connectionsWithSyncs(app.table, { workspaceId, status }, { ...request, admitted }),
    }),
  ]);
  const rows = await Promise.all(items.map(({ calendar }) => members.find(app.table, calendar.memberId)));
  const factsOf = factsIn(access.workspace.state, c.var.kit.clock.now());
  const path = pathOf(access, 'connections');
  const hasActions = mayAct(access.role, 'participate');
  return renderWorkspacePage(c, access, 'connections', {
    title: 'Calendars',
    lead: 'Calendars connected by members, with their sync status.',
    main: html`${kindTabs(path, '')}
${statusTabs(path, status)}
${c.req.query('asked') === 'yes' ? notice('done', 'Sync requested. Changes arrive within a minute.') : ''}
${table({
  caption: 'Connected calendars, newest first',
  columns: ['Account', 'Member', 'Status', 'Last synced', ...(hasActions ? ['Actions'] : [])],
  rows: items.map((one, at) => [
    ...cells(one.calendar, memberName(rows[at]?.state), factsOf(one)),
    ...(hasActions ? [actions(c, path, one.calendar, reasonOf(factsOf(one)))] : []),
  ]),
  empty: status === undefined ? NO_CALENDARS : 'No calendars have this status.',
})}
${nextPageLink(next, 'Older calendars')}`,
  });
};

const NO_CALENDARS = html`No calendars are connected yet. Members connect theirs with a <a href="/api/v1/docs/calendars">connect link</a>.`;

const cells = (connection: CalendarConnection, member: string, facts: CalendarFacts): readonly Content[] => [
  html`${connection.accountEmail}<br><span class="small">${PROVIDER_NAMES[connection.provider]}</span>`,
  member,
  html`${statusBadge(connection)}${calendarWords(facts)}`,
  dateTime(connection.lastSyncedAt),
];

/** A calendar that its owner has to connect again has a link for it. */
const actions = (c: PageContext, path: string, { id, status }: CalendarConnection, reason: CalendarReason): Content =>
  status === 'disconnected'
    ? 'The account owner can connect it again'
    : html`<div class="actions">
${
  reason === 'error' || reason === 'no_sync'
    ? form(c, { action: `${path}/${id}/reconnect`, submit: 'Create reconnect link' })
    : form(c, { action: `${path}/${id}/sync`, submit: 'Sync now' })
}
${linkButton(`${path}/${id}/disconnect`, 'Disconnect…')}
</div>`;
