import { beginConsent } from '#shared/calendars/consent/commands/begin-consent';
import { lookAtLink } from '#shared/calendars/consent/commands/look-at-link';
import { whyNotConnected } from '#shared/calendars/consent/commands/why-not-connected';
import { idOf } from '#shared/core/ids';
import { formField } from '#shared/page-kit/forms';
import { pageNotFound } from '#shared/page-kit/page-error';
import { setAttemptCookie } from './attempt-cookie.ts';
import { type ConnectPage, providersOf } from './dependencies.ts';
import { renderFailure, renderLinkNotFound } from './failure-page.ts';

/** POST /connect/{link}/{provider}: redirects to the provider, and binds the callback to this browser by a cookie. */
export const startAuthorization: ConnectPage = async (connect, c) => {
  const id = idOf('ccl', c.req.param('link'));
  const key = formField(c, 'key');
  const seen = id && (await lookAtLink(connect)(id, key));
  if (!seen) return renderLinkNotFound(c);
  const provider = providersOf(seen.link).find((name) => name === c.req.param('provider'));
  if (!provider) throw pageNotFound();
  if (seen.standing !== 'open') return renderFailure(c, { failure: `link_${seen.standing}`, seen });
  try {
    const { sendTo, state, browser } = await beginConsent(connect)(seen, provider);
    setAttemptCookie(c, state, { browser, linkId: seen.link.id, key });
    return c.redirect(sendTo, 303);
  } catch (error) {
    const failure = whyNotConnected(error);
    if (failure === undefined) throw error;
    return renderFailure(c, { failure, seen, key });
  }
};
