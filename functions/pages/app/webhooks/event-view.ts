import { html } from 'hono/html';
import type { Attempt } from '#shared/domain/webhooks/attempt';
import { type Delivery, isWaiting } from '#shared/domain/webhooks/delivery';
import { form } from '#shared/pages/forms';
import type { Markup } from '#shared/pages/layout';
import type { PageContext } from '#shared/pages/page-kit';
import { facts, moment, notice } from '#shared/pages/parts';
import { MEANINGS, outcomeOf, stateOf } from './event-words.ts';
import { payloadView } from './payload-view.ts';

export interface ShownEvent {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
  /** The resource as the endpoint's version shows it; undefined where it cannot be rendered. */
  readonly objectText: string | undefined;
  /** Why it cannot be sent again; undefined where it can. */
  readonly closed: string | undefined;
  /** Somebody has just asked for another attempt. */
  readonly asked: boolean;
}

export const eventView = (
  c: PageContext,
  { delivery, attempts, objectText, closed, asked }: ShownEvent,
): Markup => html`
${asked ? notice('done', html`Asked for: the attempt appears here in a moment. <a href="${c.req.path}">Look again</a>`) : ''}
${facts([
  ['State', html`${stateOf(delivery)} ${MEANINGS[delivery.status]}`],
  ['Happened', moment(delivery.createdAt)],
  ...(delivery.status === 'delivered' ? [['Taken', moment(delivery.deliveredAt)] as const] : []),
  ...(isWaiting(delivery) ? [['Next attempt', moment(delivery.dueAt)] as const] : []),
  ['Endpoint', html`<code>${delivery.url}</code>`],
  ['API version', delivery.apiVersion],
  ['Id', html`<code>${delivery.id}</code>`],
])}
${closed === undefined ? redeliverForm(c) : html`<p class="hint">${closed}</p>`}
<h2>Attempts</h2>
${attempts.length === 0 ? html`<p class="none">None so far.</p>` : html`<ol class="attempts">${attempts.toReversed().map(attemptView)}</ol>`}
<h2>What was sent</h2>
${payloadView(delivery, objectText)}`;

const redeliverForm = (c: PageContext): Markup =>
  html`${form(c, { action: `${c.req.path}/redeliver`, submit: 'Send it again' })}
<p class="hint">One more attempt, at once, with the same id and body and a new signature. The schedule stays as it is.</p>`;

/** The newest stands first; each is numbered as the API numbers it. */
const attemptView = (attempt: Attempt): Markup => html`<li value="${attempt.number}">
<h3>Attempt ${attempt.number} ${outcomeOf(attempt)}</h3>
<p>${moment(attempt.attemptedAt)}, ${attempt.trigger === 'manual' ? 'asked for by somebody' : 'by schedule'}, in ${attempt.durationMs} ms.</p>
${attempt.responseStatus === null ? '' : answerView(attempt)}
</li>`;

/** As it is stored: cut at 1,000 characters, cookies and credentials taken out before it was kept. */
const answerView = ({
  responseHeaders,
  responseBody,
}: Attempt): Markup => html`<details><summary>What the receiver answered</summary>
${Object.keys(responseHeaders).length === 0 ? '' : facts(Object.entries(responseHeaders))}
${responseBody ? html`<pre>${responseBody}</pre>` : html`<p>Its body was empty.</p>`}
</details>`;
