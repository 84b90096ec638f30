import { beginConsent } from '#shared/calendars/consent/commands/begin-consent';
import { lookAtLink } from '#shared/calendars/consent/commands/look-at-link';
import { whyNotConnected } from '#shared/calendars/consent/commands/why-not-connected';
import { idOf } from '#shared/core/ids';
import { fieldOf } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { nothingHere } from '#shared/page-kit/trouble';
import { keepAttempt } from './attempt-cookie.ts';
import { type Connecting, namesFor, providerNamed } from './connecting.ts';
import { showFailure, showNoLink } from './failures.ts';

/** POST /connect/{link}/{provider}: off to the provider, with what makes the way back this browser's own. */
export const begin = (needs: Connecting) => async (c: PageContext) => {
  const id = idOf('ccl', c.req.param('link'));
  const provider = providerNamed(c.req.param('provider') ?? '');
  const key = fieldOf(c, 'key');
  const seen = id && (await lookAtLink(needs)(id, key));
  if (!seen) return showNoLink(c);
  if (!provider || !namesFor(seen.link).includes(provider)) throw nothingHere();
  if (seen.standing !== 'open') return showFailure(c, { failure: `link_${seen.standing}`, seen });
  try {
    const { sendTo, state, browser } = await beginConsent(needs)(seen, provider);
    keepAttempt(c, state, { browser, linkId: seen.link.id, key });
    return c.redirect(sendTo, 303);
  } catch (error) {
    const failure = whyNotConnected(error);
    if (failure === undefined) throw error;
    return showFailure(c, { failure, seen, key });
  }
};
