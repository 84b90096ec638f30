import { html } from 'hono/html';
import { form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { exactMoment, facts, grid, notice } from '#shared/page-kit/parts';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
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
  ['Happened', exactMoment(delivery.createdAt)],
  ...(delivery.status === 'delivered' ? [['Taken', exactMoment(delivery.deliveredAt)] as const] : []),
  ...(isWaiting(delivery) ? [['Next attempt', exactMoment(delivery.dueAt)] as const] : []),
  ['Endpoint', html`<code>${delivery.url}</code>`],
  ['API version', delivery.apiVersion],
  ['Id', html`<code>${delivery.id}</code>`],
])}
${closed === undefined ? redeliverForm(c) : html`<p class="hint">${closed}</p>`}
<h2>Attempts</h2>
${attemptsView(attempts)}
<h2>What was sent</h2>
${payloadView(delivery, objectText)}`;

const redeliverForm = (c: PageContext): Markup =>
  html`${form(c, { action: `${c.req.path}/redeliver`, submit: 'Send it again' })}
<p class="hint">One more attempt, at once, with the same id and body and a new signature. The schedule stays as it is.</p>`;

const attemptsView = (attempts: readonly Attempt[]): Markup =>
  grid({
    caption: 'Attempts to hand it over, the newest first',
    columns: ['Attempt', 'Began', 'Asked for', 'Took', 'What came of it'],
    rows: attempts
      .toReversed()
      .map((attempt) => [
        attempt.number,
        exactMoment(attempt.attemptedAt),
        attempt.trigger === 'manual' ? 'by somebody' : 'by schedule',
        `${attempt.durationMs} ms`,
        html`${outcomeOf(attempt)}${attempt.responseStatus === null ? '' : answerView(attempt)}`,
      ]),
    none: 'None so far.',
  });

/** As it is stored: cut at 1,000 characters, cookies and credentials taken out before it was kept. */
const answerView = ({ responseHeaders, responseBody }: Attempt): Markup =>
  html`<details><summary>The answer</summary>
${Object.keys(responseHeaders).length === 0 ? '' : facts(Object.entries(responseHeaders))}
${responseBody ? html`<pre>${responseBody}</pre>` : html`<p>Its body was empty.</p>`}
</details>`;
