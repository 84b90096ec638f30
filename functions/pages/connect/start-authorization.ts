import { formField } from '#shared/api/page-kit/forms';
import { pageNotFound } from '#shared/api/page-kit/page-error';
import { beginConsent } from '#shared/calendars/consent/commands/begin-consent';
import { connectFailureOf } from '#shared/calendars/consent/commands/connect-failure';
import { findConnectLink } from '#shared/calendars/consent/commands/find-connect-link';
import { idOf } from '#shared/foundation/core/ids';
import { setAttemptCookie } from './attempt-cookie.ts';
import { type ConnectPage, providersOf } from './dependencies.ts';
import { renderFailure, renderLinkNotFound } from './failure-page.ts';

/** POST /connect/{link}/{provider}: redirects to the provider, and binds the callback to this browser by a cookie. */
export const startAuthorization: ConnectPage = async (connect, c) => {
  const id = idOf('ccl', c.req.param('link'));
  const key = formField(c, 'key');
  const details = id && (await findConnectLink(connect)(id, key));
  if (!details) return renderLinkNotFound(c);
  const provider = providersOf(details.link).find((name) => name === c.req.param('provider'));
  if (!provider) throw pageNotFound();
  if (details.status !== 'open') return renderFailure(c, { failure: `link_${details.status}`, details });
  try {
    const { authorizationUrl, state, browser } = await beginConsent(connect)(details, provider);
    setAttemptCookie(c, state, { browser, linkId: details.link.id, key });
    return c.redirect(authorizationUrl, 303);
  } catch (error) {
    const failure = connectFailureOf(error);
    if (failure === undefined) throw error;
    return renderFailure(c, { failure, details, key });
  }
};
