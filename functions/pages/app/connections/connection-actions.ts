import { html } from 'hono/html';
import { members } from '#shared/accounts/members/store';
import { copyableText, dateTime, linkButton, type Markup, PROVIDER_NAMES } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { calendarConnections } from '#shared/calendars/connections/store';
import { createConnectLink } from '#shared/calendars/consent/commands/create-connect-link';
import { addressOf } from '#shared/calendars/consent/rules/connect-link';
import { idOf } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { memberName } from './connection-labels.ts';

/** Loads the connection of the path, for a user whose role may change it. */
async function loadConnection(app: AppDependencies, c: PageContext) {
  const id = idOf('cal', c.req.param('connection'));
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const [access, connection] = await Promise.all([resolving, id && calendarConnections.find(app.table, id)]);
  if (connection?.state.workspaceId !== workspaceId) throw notFound('calendar connection');
  return { access: requireRole(access, 'participate'), connection, list: pathOf(access, 'connections') };
}

/** POST …/sync: like `POST /calendar_connections/{id}/sync`. */
export const syncNow: AppPage = async (app, c) => {
  const { connection, list } = await loadConnection(app, c);
  await app.requestSync(connection.state.id);
  return c.redirect(`${list}?asked=yes`, 303);
};

/** GET …/disconnect: asks for confirmation. */
export const disconnectPage: AppPage = async (app, c) => {
  const { access, connection, list } = await loadConnection(app, c);
  if (connection.state.status === 'disconnected') return c.redirect(list, 303);
  return renderWorkspacePage(c, access, 'connections', {
    title: `Disconnect ${connection.state.accountEmail}?`,
    breadcrumbs: [[list, 'Calendars']],
    main: html`${consequences(connection.state)}
${form(c, { action: c.req.path, submit: 'Disconnect', danger: true, also: linkButton(list, 'Cancel') })}`,
  });
};

const consequences = ({ provider }: CalendarConnection): Markup =>
  html`<p>This cannot be undone. The owner of this ${PROVIDER_NAMES[provider]} account can connect it again at any time.</p>
<ul>
<li>Its meetings stop syncing. Upcoming meetings and their notetakers are cancelled, except meetings that are in another member's calendar as well.</li>
<li>Past meetings, recordings and the member are kept.</li>
<li>Webhook endpoints are notified.</li>
</ul>`;

/** POST …/disconnect: like `DELETE /calendar_connections/{id}`. It is idempotent. */
export const disconnect: AppPage = async (app, c) => {
  const { connection, list } = await loadConnection(app, c);
  const { id, workspaceId } = connection.state;
  const audited = auditedForm(app, c, { action: 'calendar_connection.deleted', workspaceId, targetId: id });
  await disconnectCalendar(audited)(id);
  return c.redirect(list, 303);
};

/** The link accepts any account of the member, and ends on our pages. */
const LINK_OPTIONS = {
  emailMatch: 'any',
  returnUrl: null,
  state: null,
  returnNamesMember: true,
  metadata: {},
} as const;

/**
 * POST …/reconnect: a connect link for the member and provider of the connection. Only this response shows it, since
 * only a digest of its secret is stored.
 */
export const createReconnectLink: AppPage = async (app, c) => {
  const { access, connection, list } = await loadConnection(app, c);
  const { memberId, provider, accountEmail, status, workspaceId } = connection.state;
  if (status === 'disconnected')
    throw conflict('This calendar was disconnected. A disconnected calendar needs a new connection.');
  const [{ link, secret }, member] = await Promise.all([
    createConnectLink(auditedForm(app, c, { action: 'calendar_connect_link.created', workspaceId }))(workspaceId, {
      ...LINK_OPTIONS,
      whose: { memberId },
      provider,
    }),
    members.find(app.table, memberId),
  ]);
  return renderWorkspacePage(c, access, 'connections', {
    title: 'Reconnect link',
    breadcrumbs: [[list, 'Calendars']],
    main: html`<p>Send this link to <strong>${memberName(member?.state)}</strong>, who signs in to ${PROVIDER_NAMES[provider]} as <strong>${accountEmail}</strong> and consents again. The connection keeps its ID, and its meetings sync again.</p>
${copyableText('link', addressOf(c.var.kit.appUrl, link.id, secret), 'link')}
<p class="hint">The link works once, until ${dateTime(link.expiresAt)}. Anyone who has it can connect a calendar as this member: send it to this member only.</p>
<p>${linkButton(list, 'Back to calendars')}</p>`,
  });
};
