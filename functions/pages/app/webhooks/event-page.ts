import { html } from 'hono/html';
import { dateTime, descriptionList, type Markup, notice, table } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { detailsOf } from '#shared/webhooks/delivery/payload';
import { findReceiver } from '#shared/webhooks/delivery/receiver-store';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { attemptBadge, STATUS_DESCRIPTIONS, statusBadge } from './delivery-labels.ts';
import { retainedSince } from './events-page.ts';
import { payloadView } from './payload-view.ts';

/** GET /app/workspaces/{workspace}/webhooks/{event}: the event, its attempts and the request body. */
export const eventPage: AppPage = async (app, c) => {
  const { access, delivery, receiver } = await loadEvent(app, c);
  const { attempts, objectText } = await detailsOf(app, delivery);
  return renderWorkspacePage(c, access, 'webhooks', {
    title: delivery.type,
    breadcrumbs: [[pathOf(access, 'webhooks'), 'Webhooks']],
    main: html`${c.req.query('asked') === 'yes' ? notice('done', html`Redelivery requested. The attempt appears here in a moment. <a href="${c.req.path}">Refresh</a>`) : ''}
${details(delivery)}
${receiver?.isOpen ? redeliverForm(c) : CANNOT_REDELIVER}
<h2>Attempts</h2>
${attemptsTable(attempts)}
<h2>Request body</h2>
${payloadView(delivery, objectText)}`,
  });
};

/** POST /app/workspaces/{workspace}/webhooks/{event}/redeliver: like `POST /webhook_events/{id}/redeliver`. */
export const redeliver: AppPage = async (app, c) => {
  const { access, delivery } = await loadEvent(app, c);
  await app.redeliverEvent(delivery.id);
  return c.redirect(`${pathOf(access, 'webhooks')}/${delivery.id}?asked=yes`, 303);
};

/** Loads the event of the path, for a user whose role may see webhooks. */
async function loadEvent(app: AppDependencies, c: PageContext) {
  const id = idOf('evt', c.req.param('event'));
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const [resolved, row] = await Promise.all([resolving, id && app.deliveries.find(id)]);
  const access = requireRole(resolved, 'administer');
  const delivery = row?.state;
  const now = c.var.kit.clock.now();
  if (delivery?.workspaceId !== workspaceId || delivery.createdAt <= retainedSince(now))
    throw notFound('webhook event');
  return { access, delivery, receiver: await findReceiver(app.table, delivery, now) };
}

const exactly = { withSeconds: true } as const;

const details = (delivery: Delivery): Markup =>
  descriptionList([
    ['Status', html`${statusBadge(delivery)} ${STATUS_DESCRIPTIONS[delivery.status]}`],
    ['Created', dateTime(delivery.createdAt, exactly)],
    ...(delivery.status === 'delivered' ? [['Delivered', dateTime(delivery.deliveredAt, exactly)] as const] : []),
    ...(isWaiting(delivery) ? [['Next attempt', dateTime(delivery.dueAt, exactly)] as const] : []),
    [delivery.endpointId ? 'Endpoint' : 'URL of the order', html`<code>${delivery.url}</code>`],
    ['API version', delivery.apiVersion],
    ['Event ID', html`<code>${delivery.id}</code>`],
  ]);

const CANNOT_REDELIVER = html`<p class="hint">The endpoint is disabled or deleted, so the event cannot be redelivered.</p>`;

const redeliverForm = (c: PageContext): Markup =>
  html`${form(c, { action: `${c.req.path}/redeliver`, submit: 'Redeliver' })}
<p class="hint">Sends the event once more, immediately, with the same ID and body and a new signature. Scheduled retries do not change.</p>`;

const attemptsTable = (attempts: readonly Attempt[]): Markup =>
  table({
    caption: 'Delivery attempts, newest first',
    columns: ['Attempt', 'Started', 'Trigger', 'Duration', 'Result'],
    rows: attempts
      .toReversed()
      .map((attempt) => [
        attempt.number,
        dateTime(attempt.attemptedAt, exactly),
        attempt.trigger === 'manual' ? 'Manual' : 'Automatic',
        `${attempt.durationMs} ms`,
        html`${attemptBadge(attempt)}${attempt.responseStatus === null ? '' : responseView(attempt)}`,
      ]),
    empty: 'No attempts yet.',
  });

/** The stored response: cut at 1,000 characters, without cookies and credentials. */
const responseView = ({ responseHeaders, responseBody }: Attempt): Markup =>
  html`<details><summary>Response</summary>
${Object.keys(responseHeaders).length === 0 ? '' : descriptionList(Object.entries(responseHeaders))}
${responseBody ? html`<pre>${responseBody}</pre>` : html`<p>The response body was empty.</p>`}
</details>`;
