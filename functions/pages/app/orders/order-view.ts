import { html } from 'hono/html';
import {
  badge,
  type Content,
  dateTime,
  descriptionList,
  type Markup,
  notice,
  table,
  unseen,
} from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { refreshed } from '#shared/api/page-kit/refreshed';
import { mayAct, type Role } from '#shared/foundation/core/roles';
import { ingestionNotes } from '#shared/texts/orders/rules/audio-tracks';
import { hasConversation, hasEnded, isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';
import { CONVERSATION_KIND_NAMES, FAILURES } from '../conversation/conversation-labels.ts';
import {
  languageOf,
  languagesIn,
  OPERATION_STATE_LABELS,
  ORDER_STATE_LABELS,
  progressOf,
  SERVICE_NAMES,
} from './order-labels.ts';

interface ShownOrder {
  readonly order: Order;
  readonly role: Role;
  /** Name of its folder. */
  readonly folder: string;
}

/** An order with its texts, and the forms that the role may send. It follows the work of the service by itself. */
export const orderView = (c: PageContext, { order, role, folder }: ShownOrder): Markup =>
  refreshed({
    id: 'order',
    path: `/app/orders/${order.id}`,
    state: progressOf(order),
    isChanging: order.state === 'submitted',
    content: html`${explanation(order)}
${isOfMedia(order) ? ingestionNotes(order).map((note) => notice('note', note)) : ''}
${descriptionList(facts(order, folder))}
${table({
  caption: 'Texts of this order',
  columns: ['Language', 'State', 'Text'],
  rows: order.operations.map((operation) => cells(order, operation)),
  empty: 'None.',
})}
${actions(c, order, role)}`,
  });

function explanation(order: Order): Markup | '' {
  if (order.state === 'failed') return notice('problem', FAILURES[order.failureReason]);
  if (order.state === 'incomplete')
    return notice('note', html`This order is a draft. It expires ${dateTime(order.expiresAt)} unless it is confirmed.`);
  if (order.state === 'locked') return notice('note', 'People are working on the texts of this order.');
  return '';
}

function facts(order: Order, folder: string): Parameters<typeof descriptionList>[0] {
  const submittedAt = 'submittedAt' in order ? order.submittedAt : null;
  return [
    ['Kind', CONVERSATION_KIND_NAMES[order.kind]],
    ['Service', SERVICE_NAMES[order.service]],
    ['State', badge(...ORDER_STATE_LABELS[order.state])],
    ['Made from', madeFrom(order)],
    ['Languages', languagesIn(order)],
    ['Folder', folder],
    ['Tags', order.tags.join(', ') || 'None'],
    ['Created', dateTime(order.createdAt)],
    ...(submittedAt === null ? [] : [['Confirmed', dateTime(submittedAt)] as const]),
    ...('endedAt' in order ? [['Ended', dateTime(order.endedAt)] as const] : []),
    ['Order ID', html`<code>${order.id}</code>`],
  ];
}

/** The conversation or the file that the texts are made from. */
const madeFrom = (order: Order) =>
  isOfMedia(order)
    ? order.ingestion.url
    : html`<a href="/app/conversations/${order.sourceConversationId}">Conversation</a>`;

function cells(order: Order, operation: Operation): readonly Content[] {
  const reason = operation.state === 'failed' ? FAILURES[operation.failureReason] : '';
  return [
    languageOf(order, operation),
    html`${badge(...OPERATION_STATE_LABELS[operation.state])} ${reason}`,
    hasConversation(order, operation)
      ? html`<a href="/app/conversations/${operation.conversationId}">Open${unseen(languageOf(order, operation))}</a>`
      : 'None',
  ];
}

/** Confirm, fulfill and cancel, where the state and the role allow it. */
function actions(c: PageContext, order: Order, role: Role): Markup | '' {
  if (hasEnded(order) || !mayAct(role, 'participate')) return '';
  const page = `/app/orders/${order.id}`;
  const mayFulfill = order.state === 'locked' && mayAct(role, 'administer');
  return html`<div class="actions">
${order.state === 'incomplete' ? form(c, { action: `${page}/confirm`, submit: 'Confirm this order' }) : ''}
${mayFulfill ? form(c, { action: `${page}/fulfill`, submit: 'Fulfill this order' }) : ''}
${form(c, { action: `${page}/cancel`, submit: 'Cancel this order', danger: true })}
</div>`;
}
