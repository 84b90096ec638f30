import { html } from 'hono/html';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import type { Place } from '#shared/http/places';
import { choices } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import { exactMoment, grid } from '#shared/page-kit/parts';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { further, pathOf } from '../frame.ts';
import type { PartOfList } from '../part-of-list.ts';
import type { Asked } from './event-filter.ts';
import { STATES, stateOf } from './event-words.ts';

export interface Log {
  readonly place: Place;
  readonly asked: Asked;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly list: PartOfList<Delivery>;
}

export const logView = ({ place, asked, endpoints, list }: Log): Markup => {
  const path = pathOf(place, 'webhooks');
  return html`${filterForm(path, asked, endpoints)}
${grid({
  caption: 'Events, the newest first. They are kept for 30 days.',
  columns: ['Event', 'State', 'Happened', 'Endpoint', 'Attempts', 'Next attempt'],
  rows: list.items.map((delivery) => cells(path, delivery)),
  none: endpoints.length === 0 ? NO_ENDPOINT : html`Nothing of that kind. <a href="${path}">Show all</a>`,
})}
${further(list.next, 'Older events')}`;
};

const NO_ENDPOINT = html`No webhook endpoint is registered, and so nothing was sent. <a href="/api/v1/docs/webhooks">How webhooks work</a>`;

const cells = (path: string, delivery: Delivery): readonly (Markup | string | number)[] => [
  html`<a href="${path}/${delivery.id}">${delivery.type}</a>`,
  stateOf(delivery),
  exactMoment(delivery.createdAt),
  delivery.url,
  delivery.attemptsCount,
  isWaiting(delivery) ? exactMoment(delivery.dueAt) : 'none',
];

const ALL: readonly [string, string] = ['', 'All'];

/** Sent by GET, so that a view can be kept as a bookmark. */
const filterForm = (
  path: string,
  asked: Asked,
  endpoints: readonly WebhookEndpoint[],
): Markup => html`<form method="get" action="${path}" class="filters" role="search" aria-label="Events">
${choices({ name: 'status', label: 'State', among: [ALL, ...Object.entries(STATES)], chosen: asked.status })}
${choices({ name: 'type', label: 'Type', among: [ALL, ...PUBLIC_EVENTS.map((type) => [type, type] as const)], chosen: asked.type })}
${choices({ name: 'endpoint', label: 'Endpoint', among: [ALL, ...endpoints.map(({ id, url }) => [id, url] as const)], chosen: asked.endpoint })}
${timeField('since', 'Happened after (UTC)', asked.since)}
${timeField('until', 'Happened before (UTC)', asked.until)}
<p class="actions"><button>Show these</button> <a href="${path}">Show all</a></p>
</form>`;

const timeField = (name: string, label: string, value: string): Markup =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="datetime-local" value="${value}"></div>`;
