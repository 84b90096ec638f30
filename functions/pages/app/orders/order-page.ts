import { html } from 'hono/html';
import { idOf } from '#shared/core/ids';
import { hasEnded, type Operation, type Order, type OrderState } from '#shared/orders/rules/order';
import { orders } from '#shared/orders/store';
import { type BadgeKind, badge, type Content, dateTime, descriptionList, table } from '#shared/page-kit/components';
import { form } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { mayAct } from '#shared/workspaces/rules/workspace';
import { CONVERSATION_KIND_NAMES, FAILURES } from '../conversation/conversation-labels.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { languageName } from '../language-name.ts';
import { requireRole, resolveResource } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';

const loadOrder = (app: AppDependencies, c: PageContext) => {
  const id = idOf('ord', c.req.param('order'));
  return resolveResource(app, c, orders.noun, Promise.resolve(id && orders.find(app.table, id)));
};

/** GET /app/orders/{order}: its state, and that of each text. */
export const orderPage: AppPage = async (app, c) => {
  const { resource, access } = await loadOrder(app, c);
  const order = resource.state;
  const page = `/app/orders/${order.id}`;
  return renderWorkspacePage(c, access, 'conversations', {
    title: `Order: ${order.name}`,
    breadcrumbs: [[pathOf(access, 'conversations'), 'Conversations']],
    main: html`${descriptionList([
      ['Kind', CONVERSATION_KIND_NAMES[order.kind]],
      ['State', badge(...ORDER_STATES[order.state])],
      ['Made from', html`<a href="/app/conversations/${order.sourceConversationId}">${order.name}</a>`],
      ['Created', dateTime(order.createdAt)],
    ])}
${table({
  caption: 'Texts of this order',
  columns: ['Language', 'State', 'Text'],
  rows: order.operations.map((operation) => cells(order, operation)),
  empty: 'None.',
})}
${hasEnded(order) ? '' : html`<p><a href="${page}">Refresh</a></p>`}
${!hasEnded(order) && mayAct(access.role, 'participate') ? form(c, { action: `${page}/cancel`, submit: 'Cancel this order', danger: true }) : ''}`,
  });
};

/** POST /app/orders/{order}/cancel: like `POST /orders/{id}/cancel`. */
export const cancelOrder: AppPage = async (app, c) => {
  const { resource, access } = await loadOrder(app, c);
  requireRole(access, 'participate');
  await app.cancelOrder(resource.state.id);
  return c.redirect(`/app/orders/${resource.state.id}`, 303);
};

const ORDER_STATES: Readonly<Record<OrderState, readonly [BadgeKind, string]>> = {
  incomplete: ['plain', 'Draft'],
  submitted: ['waiting', 'In progress'],
  locked: ['waiting', 'Being edited'],
  fulfilled: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  canceled: ['plain', 'Cancelled'],
  expired: ['plain', 'Expired'],
};

const OPERATION_STATES: Readonly<Record<Operation['state'], readonly [BadgeKind, string]>> = {
  pending: ['waiting', 'Waiting'],
  processing: ['waiting', 'In progress'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  canceled: ['plain', 'Cancelled'],
};

/** Cancelling and expiry delete the conversations that have no text. */
function cells({ state, language }: Order, operation: Operation): readonly Content[] {
  const tag = operation.targetLanguage ?? language;
  const isKept = operation.state === 'done' || (state !== 'canceled' && state !== 'expired');
  return [
    tag === null ? 'Unknown' : languageName(tag),
    badge(...OPERATION_STATES[operation.state]),
    operation.state === 'failed'
      ? FAILURES[operation.failureReason]
      : isKept
        ? html`<a href="/app/conversations/${operation.conversationId}">Open</a>`
        : 'None',
  ];
}
