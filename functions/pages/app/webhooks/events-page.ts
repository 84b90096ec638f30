import { html } from 'hono/html';
import { type Content, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { filterForm, select, timeField } from '#shared/api/page-kit/forms';
import { idOf, type WebhookEndpointId, type WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, readInstant } from '#shared/foundation/core/time';
import { EVENTS_KEPT_MS } from '#shared/foundation/events/outbox';
import type { DeliveryFilter } from '#shared/webhooks/delivery/delivery-lists';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import { MOST_DELIVERIES } from '#shared/webhooks/delivery/rules/why-no-webhooks';
import { webhookFacts } from '#shared/webhooks/delivery/webhook-facts';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { MAX_ENDPOINTS, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { STATUSES, type Status, statusBadge } from './delivery-labels.ts';
import { endpointStatsView } from './endpoint-stats-view.ts';
import { webhookWords } from './webhook-words.ts';

/** GET /app/workspaces/{workspace}/webhooks: the events of all endpoints with their delivery status. */
export const eventsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const filters = c.req.query();
  const now = c.var.kit.clock.now();
  const filter = deliveryFilter(workspaceId, filters, now);
  const [access, { items, next }, { items: endpoints }] = await Promise.all([
    resolving.then((access) => requireRole(access, 'administer')),
    listPage(app, c, {
      limit: MOST_DELIVERIES,
      read: (request) => app.deliveries.page(filter, { ...request, admitted }),
    }),
    webhookEndpoints.list(app.table, workspaceId, { limit: MAX_ENDPOINTS, after: undefined, admitted }),
  ]);
  const path = pathOf(access, 'webhooks');
  const shown = endpointShown(endpoints, filter.endpointId);
  const asked = endpointsAsked(endpoints, filters, filter.endpointId);
  const read = { workspace: access.workspace.state, deliveries: items, types: PUBLIC_EVENTS };
  const [facts, stats] = await Promise.all([
    asked && webhookFacts(app.table, { ...read, endpoints: asked }, now),
    shown && endpointStatsView(app.table, shown, now),
  ]);
  return renderWorkspacePage(c, access, 'webhooks', {
    title: 'Webhooks',
    lead: 'Events sent to your webhook endpoints, with their delivery status.',
    main: html`${facts && webhookWords(facts, path)}
${filterEvents(path, filters, endpoints)}
${stats}
${table({
  caption: 'Events, newest first. Events are kept for 30 days.',
  columns: ['Event', 'Status', 'Created', 'Endpoint', 'Attempts', 'Next attempt'],
  rows: items.map((delivery) => cells(path, delivery)),
  empty: html`No events found. <a href="${path}">Show all</a>`,
})}
${nextPageLink(next, 'Older events')}`,
  });
};

/** The endpoint that the statistics are of: the one that is filtered by, or the only one. */
const endpointShown = (endpoints: readonly WebhookEndpoint[], wanted: WebhookEndpointId | undefined) =>
  wanted === undefined && endpoints.length > 1 ? undefined : endpoints.find(({ id }) => id === (wanted ?? id));

/**
 * The endpoints whose newest events are all on the page, so that it can tell why they get nothing: every one, or the one
 * that is filtered by. None on later pages, with other filters, and for an endpoint that is not there.
 */
function endpointsAsked(
  endpoints: readonly WebhookEndpoint[],
  { endpoint: _, ...others }: EventFilters,
  wanted: WebhookEndpointId | undefined,
): readonly WebhookEndpoint[] | undefined {
  if (Object.values(others).some((value) => value !== '')) return undefined;
  if (wanted === undefined) return endpoints;
  const found = endpoints.find(({ id }) => id === wanted);
  return found && [found];
}

/** The query of the filter form. Times are in UTC, `2026-11-02T10:00`, as a `datetime-local` field submits them. */
type EventFilters = Readonly<Record<string, string>>;

/** Events older than this are not shown: the table removes their rows up to days later. */
export const retainedSince = (now: Instant): Instant => later(now, -EVENTS_KEPT_MS);

/** An invalid value filters nothing. */
const deliveryFilter = (
  workspaceId: WorkspaceId,
  { status = '', type, endpoint, since, until }: EventFilters,
  now: Instant,
): DeliveryFilter => ({
  workspaceId,
  status: Object.hasOwn(STATUSES, status) ? (status as Status) : undefined,
  type: PUBLIC_EVENTS.find((one) => one === type),
  endpointId: idOf('whe', endpoint),
  createdAfter: Math.max(retainedSince(now), instantIn(since) ?? 0) as Instant,
  createdBefore: instantIn(until),
});

const instantIn = (text = ''): Instant | undefined => readInstant(`${text}Z`);

const cells = (path: string, delivery: Delivery): readonly Content[] => [
  html`<a href="${path}/${delivery.id}">${delivery.type}</a>`,
  statusBadge(delivery),
  dateTime(delivery.createdAt, { withSeconds: true }),
  delivery.url,
  delivery.attemptsCount,
  dateTime(isWaiting(delivery) ? delivery.dueAt : null, { withSeconds: true, none: 'None' }),
];

const ALL: readonly [string, string] = ['', 'All'];

const filterEvents = (
  action: string,
  { status, type, endpoint, since = '', until = '' }: EventFilters,
  endpoints: readonly WebhookEndpoint[],
): Markup =>
  filterForm('Events', {
    action,
    submit: 'Filter',
    fields: [
      select({
        name: 'status',
        label: 'Status',
        options: [ALL, ...Object.entries(STATUSES).map(([status, [, label]]) => [status, label] as const)],
        selected: status,
      }),
      select({
        name: 'type',
        label: 'Event',
        options: [ALL, ...PUBLIC_EVENTS.map((one) => [one, one] as const)],
        selected: type,
      }),
      select({
        name: 'endpoint',
        label: 'Endpoint',
        options: [ALL, ...endpoints.map(({ id, url }) => [id, url] as const)],
        selected: endpoint,
      }),
      timeField('since', 'Created after (UTC)', since),
      timeField('until', 'Created before (UTC)', until),
    ],
    also: html`<a href="${action}">Clear filters</a>`,
  });
