import { html } from 'hono/html';
import { members } from '#shared/accounts/members/store';
import { type Content, dateTime, table } from '#shared/api/page-kit/components';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { feedsWithSyncs } from '#shared/calendars/feeds/synced-feeds';
import type { CalendarFacts } from '#shared/calendars/rules/why-not-in-sync';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { calendarWords, factsIn } from './calendar-words.ts';
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
      read: (request) => feedsWithSyncs(app.table, { workspaceId, status }, { ...request, admitted }),
    }),
  ]);
  const rows = await Promise.all(items.map(({ calendar }) => members.find(app.table, calendar.memberId)));
  const factsOf = factsIn(access.workspace.state, c.var.kit.clock.now());
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
  rows: items.map((one, at) => cells(one.calendar, memberName(rows[at]?.state), factsOf(one))),
  empty: status === undefined ? NO_FEEDS : 'No feeds have this status.',
})}
${nextPageLink(next, 'Older feeds')}`,
  });
};

const NO_FEEDS = html`No feeds are added yet. They are added by the <a href="/api/v1/docs/calendars#calendar-feeds">API</a>.`;

/** The URL of a feed is a secret: only its host is shown. */
const cells = (feed: CalendarFeed, member: string, facts: CalendarFacts): readonly Content[] => [
  feed.host,
  member,
  html`${statusBadge(feed)}${calendarWords(facts)}`,
  dateTime(feed.lastSyncedAt),
];
