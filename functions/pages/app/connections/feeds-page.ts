import { html } from 'hono/html';
import { presentWarnings } from '#shared/calendars/connections/present';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { syncedFeedPage } from '#shared/calendars/feeds/synced-feeds';
import { members } from '#shared/members/store';
import { type Content, dateTime, table } from '#shared/page-kit/components';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { memberName, statusBadge } from './connection-labels.ts';
import { FEEDS, kindTabs, statusIn, statusTabs } from './connection-tabs.ts';

/** GET /app/workspaces/{workspace}/connections/feeds */
export const feedsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const status = statusIn(c.req.query('status'));
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, {
      limit: 25,
      read: (request) => syncedFeedPage(app.table, { workspaceId, status }, { ...request, admitted }),
    }),
  ]);
  const rows = await Promise.all(items.map(({ memberId }) => members.find(app.table, memberId)));
  const list = pathOf(access, 'connections');
  return renderWorkspacePage(c, access, 'connections', {
    title: 'Calendar feeds',
    lead: 'iCalendar files that are fetched every 15 minutes, with their sync status. A feed in error works again once its URL is added again.',
    breadcrumbs: [[list, 'Calendars']],
    main: html`${kindTabs(list, FEEDS)}
${statusTabs(`${list}/${FEEDS}`, status)}
${table({
  caption: 'Calendar feeds, newest first',
  columns: ['Host', 'Member', 'Status', 'Last synced'],
  rows: items.map((feed, at) => cells(feed, memberName(rows[at]?.state))),
  empty: status === undefined ? NO_FEEDS : 'No feeds have this status.',
})}
${nextPageLink(next, 'Older feeds')}`,
  });
};

const NO_FEEDS = html`No feeds are added yet. They are added by the <a href="/api/v1/docs/calendars#calendar-feeds">API</a>.`;

/** The URL of a feed is a secret: only its host is shown. */
const cells = (feed: CalendarFeed, member: string): readonly Content[] => [
  feed.host,
  member,
  html`${statusBadge(feed)}${feed.status === 'error' ? html`<p class="small">${feed.error.message}</p>` : ''}${presentWarnings(feed.warnings).map(warning)}`,
  dateTime(feed.lastSyncedAt),
];

type Warning = ReturnType<typeof presentWarnings>[number];

/** A fault of the file, with its places. */
const warning = ({ message, count, examples }: Warning): Content =>
  html`<p class="small">${message} (${count})${examples.length > 0 ? ` ${examples.map(placeOf).join('; ')}.` : ''}</p>`;

const placeOf = ({ ical_uid: uid, what, line }: Warning['examples'][number]): string =>
  [what, ...(line === null ? [] : [`line ${line}`]), ...(uid === null ? [] : [`UID ${uid}`])].join(', ');
