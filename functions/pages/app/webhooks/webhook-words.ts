import { html } from 'hono/html';
import { type Content, type Markup, notice } from '#shared/api/page-kit/components';
import { type WebhookFacts, type WebhookReason, whyNoWebhooks } from '#shared/webhooks/delivery/rules/why-no-webhooks';

/** Why endpoints get nothing, or what became of the newest events: the same reason as `npm run ops -- why webhooks`. */
export function webhookWords(facts: WebhookFacts, path: string): Markup {
  const { name } = whyNoWebhooks(facts).found;
  const words = WORDS[name];
  return notice(IS_FINE.has(name) ? 'note' : 'warning', typeof words === 'function' ? words(facts, path) : words);
}

/** Nothing has to be done about these. */
const IS_FINE: ReadonlySet<WebhookReason> = new Set([
  'no_endpoint',
  'rate',
  'waiting',
  'delivered',
  'nothing_happened',
]);

const WORDS: Readonly<Record<WebhookReason, Content | ((facts: WebhookFacts, path: string) => Content)>> = {
  archived: 'The workspace is archived.',
  no_endpoint: html`No webhook endpoint is registered, so no events are sent. <a href="/api/v1/docs/webhooks">How webhooks work</a>`,
  endpoints_disabled: ({ endpoints }) =>
    `Nothing is sent: ${endpoints.map(disabledText).join(', ')}. Enable an endpoint again by the API once it works.`,
  not_subscribed: 'No enabled endpoint names an event that is sent. Change its event types by the API.',
  paused: 'The workspace is paused: events are kept and sent later. Contact the operator of this service to end it.',
  rate: 'Events wait in line, because an endpoint gets no more a second than its own limit. They are sent by themselves.',
  slow_queue:
    'An endpoint answers slowly, so its events are sent later than others. It should acknowledge an event at once, and work on it afterwards.',
  refused: (_, path) =>
    html`An endpoint does not acknowledge events. They are sent again by themselves. ${listOf(path, 'retrying')} has the response to each attempt.`,
  given_up: (_, path) =>
    html`Events were not acknowledged in any attempt, and are not sent again by themselves. Redeliver them once the endpoint works: ${listOf(path, 'failed')}`,
  skipped: (_, path) =>
    html`Events were not sent, because their endpoint was disabled or deleted. Redeliver them once it is enabled: ${listOf(path, 'skipped')}`,
  waiting: 'The newest events are about to be sent.',
  delivered: 'The newest events were acknowledged. Where one is missing, look at the logs of the server that got it.',
  filtered:
    'Nothing was sent. An endpoint has filters, and events that do not pass are not listed here. Check its filters by the API.',
  nothing_happened: 'Nothing has happened in the last 30 days that the endpoints would be told of.',
};

const disabledText = ({ url, disabledReason }: WebhookFacts['endpoints'][number]): string =>
  `${url} was disabled ${disabledReason === 'failing' ? 'because it acknowledged nothing for a long time' : 'by a user'}`;

const LISTS = { retrying: 'The list of these events', failed: 'Show them', skipped: 'Show them' } as const;

const listOf = (path: string, status: keyof typeof LISTS): Markup =>
  html`<a href="${path}?status=${status}">${LISTS[status]}</a>`;
