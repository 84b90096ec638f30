import { html } from 'hono/html';
import { badge, type Content, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { field, filterForm, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { CONVERSATION_KINDS, type ConversationKind } from '#shared/texts/conversations/rules/conversation';
import { ORDER_STATES, type Order, type OrderState, SERVICES, type Service } from '#shared/texts/orders/rules/order';
import { orderPage as pageOfOrders } from '#shared/texts/orders/store';
import { CONVERSATION_KIND_NAMES } from '../conversation/conversation-labels.ts';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { languagesIn, ORDER_STATE_LABELS, SERVICE_NAMES } from './order-labels.ts';

interface Filters {
  readonly state: OrderState | undefined;
  readonly kind: ConversationKind | undefined;
  readonly service: Service | undefined;
  /** Empty for any. */
  readonly tag: string;
}

/** GET /app/workspaces/{workspace}/orders */
export const ordersPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const filters = filtersIn(c);
  const filter = { workspaceId, ...filters, tag: filters.tag || undefined };
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, { limit: 25, read: (request) => pageOfOrders(app.table, filter, { ...request, admitted }) }),
  ]);
  return renderWorkspacePage(c, access, 'orders', {
    title: 'Orders',
    lead: 'Transcripts, subtitles and translations that were ordered, and their states.',
    main: html`${filterOrders(pathOf(access, 'orders'), filters)}
${table({
  caption: 'Orders, newest first',
  columns: ['Order', 'Kind', 'Service', 'State', 'Languages', 'Created'],
  rows: items.map(cells),
  empty: emptyMessage(filters, next !== undefined),
})}
${nextPageLink(next, 'Earlier orders')}`,
  });
};

/** An unknown value filters nothing. */
const filtersIn = (c: PageContext): Filters => ({
  state: ORDER_STATES.find((one) => one === c.req.query('state')),
  kind: CONVERSATION_KINDS.find((one) => one === c.req.query('kind')),
  service: SERVICES.find((one) => one === c.req.query('service')),
  tag: c.req.query('tag')?.trim() ?? '',
});

const ANY: readonly [string, string] = ['', 'Any'];

const filterOrders = (action: string, { state, kind, service, tag }: Filters): Markup =>
  filterForm('Orders', {
    action,
    submit: 'Filter',
    fields: [
      select({
        name: 'state',
        label: 'State',
        options: [ANY, ...Object.entries(ORDER_STATE_LABELS).map(([value, [, label]]) => [value, label] as const)],
        selected: state,
      }),
      select({
        name: 'kind',
        label: 'Kind',
        options: [ANY, ...Object.entries(CONVERSATION_KIND_NAMES)],
        selected: kind,
      }),
      select({
        name: 'service',
        label: 'Service',
        options: [ANY, ...Object.entries(SERVICE_NAMES)],
        selected: service,
      }),
      field({ name: 'tag', label: 'Tag', value: tag, required: false, maxLength: 50, autocomplete: 'off' }),
    ],
    also: html`<a href="${action}">Clear filters</a>`,
  });

/** A page of a filtered list may be empty although there are more pages. */
function emptyMessage({ state, kind, service, tag }: Filters, hasMore: boolean): string {
  if (hasMore) return 'No matches on this page. There are more orders to search.';
  if (state || kind || service || tag !== '') return 'No order matches.';
  return 'No orders yet. Upload a file, or translate a conversation from its page.';
}

const cells = (order: Order): readonly Content[] => [
  html`<a href="/app/orders/${order.id}">${order.name}</a>`,
  CONVERSATION_KIND_NAMES[order.kind],
  SERVICE_NAMES[order.service],
  badge(...ORDER_STATE_LABELS[order.state]),
  languagesIn(order),
  dateTime(order.createdAt),
];
