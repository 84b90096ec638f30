import { descriptionList, PROVIDER_NAMES } from '#shared/api/page-kit/components';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { type ConnectLinkDetails, findConnectLink } from '#shared/calendars/consent/commands/find-connect-link';
import { finishConsent } from '#shared/calendars/consent/commands/finish-consent';
import { returnConnected } from '#shared/calendars/consent/rules/return-url';
import { attemptCookie, clearAttemptCookie } from './attempt-cookie.ts';
import type { ConnectPage } from './dependencies.ts';
import { renderFailure } from './failure-page.ts';

/** GET /connect/callback: the OAuth redirect URI, with the provider's response in the query. */
export const oauthCallback: ConnectPage = async (connect, c) => {
  await c.var.kit.refuseWhileReadOnly();
  const state = c.req.query('state') ?? '';
  const attempt = attemptCookie(c, state);
  const url = `${connect.redirectUri}${new URL(c.req.url).search}`;
  const result = await finishConsent(connect)({ url, state, browser: attempt?.browser });
  if (attempt) clearAttemptCookie(c, state);
  if ('connection' in result) return renderConnected(c, result.details, result.connection);
  const details = result.details ?? (attempt && (await findConnectLink(connect)(attempt.linkId, attempt.key)));
  return renderFailure(c, { ...result, details, key: attempt?.key });
};

/** Redirects to the link's return URL, or renders a page when it has none. */
function renderConnected(c: PageContext, details: ConnectLinkDetails, connection: CalendarConnection) {
  const { id, memberId, accountEmail, provider } = connection;
  const returnUrl = returnConnected(details.link, { memberId, connectionId: id });
  if (returnUrl !== undefined) return c.redirect(returnUrl, 303);
  return renderPage(c, {
    title: 'Your calendar is connected',
    lead: 'You can close this page.',
    main: descriptionList([
      ['Account', accountEmail],
      ['Provider', PROVIDER_NAMES[provider]],
      ['Workspace', details.workspace.name],
    ]),
  });
}
