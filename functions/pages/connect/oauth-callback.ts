import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { finishConsent } from '#shared/calendars/consent/commands/finish-consent';
import { lookAtLink, type SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import { returnConnected } from '#shared/calendars/consent/rules/return-url';
import { descriptionList } from '#shared/page-kit/components';
import type { PageContext } from '#shared/page-kit/page-kit';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { renderPage } from '#shared/page-kit/render';
import { attemptCookie, clearAttemptCookie } from './attempt-cookie.ts';
import type { ConnectPage } from './dependencies.ts';
import { renderFailure } from './failure-page.ts';

/** GET /connect/callback: the OAuth redirect URI, with the provider's response in the query. */
export const oauthCallback: ConnectPage = async (connect, c) => {
  const state = c.req.query('state') ?? '';
  const attempt = attemptCookie(c, state);
  const url = `${connect.redirectUri}${new URL(c.req.url).search}`;
  const result = await finishConsent(connect)({ url, state, browser: attempt?.browser });
  if (attempt) clearAttemptCookie(c, state);
  if ('connection' in result) return renderConnected(c, result.seen, result.connection);
  const seen = result.seen ?? (attempt && (await lookAtLink(connect)(attempt.linkId, attempt.key)));
  return renderFailure(c, { ...result, seen, key: attempt?.key });
};

/** Redirects to the link's return URL, or renders a page when it has none. */
function renderConnected(c: PageContext, seen: SeenLink, connection: CalendarConnection) {
  const { id, memberId, accountEmail, provider } = connection;
  const returnUrl = returnConnected(seen.link, { memberId, connectionId: id });
  if (returnUrl !== undefined) return c.redirect(returnUrl, 303);
  return renderPage(c, {
    title: 'Your calendar is connected',
    lead: 'You can close this page.',
    main: descriptionList([
      ['Account', accountEmail],
      ['Provider', PROVIDER_NAMES[provider]],
      ['Workspace', seen.workspace.name],
    ]),
  });
}
