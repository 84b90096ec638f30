import { html } from 'hono/html';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { finishConsent } from '#shared/calendars/consent/commands/finish-consent';
import { lookAtLink, type SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import { returnConnected } from '#shared/calendars/consent/rules/return-url';
import type { PageContext } from '#shared/page-kit/page-kit';
import { facts } from '#shared/page-kit/parts';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { show } from '#shared/page-kit/show';
import { forgetAttempt, keptAttempt } from './attempt-cookie.ts';
import type { Connecting } from './connecting.ts';
import { showFailure } from './failures.ts';

/** GET /connect/callback: back from a provider, with its answer in the query. */
export const comeBack = (needs: Connecting) => async (c: PageContext) => {
  const state = c.req.query('state') ?? '';
  const kept = keptAttempt(c, state);
  const url = `${needs.redirectUri}${new URL(c.req.url).search}`;
  const ended = await finishConsent(needs)({ url, state, browser: kept?.browser });
  if (kept) forgetAttempt(c, state);
  if ('connection' in ended) return sendBack(c, ended.seen, ended.connection);
  const seen = ended.seen ?? (kept && (await lookAtLink(needs)(kept.linkId, kept.key)));
  return showFailure(c, { ...ended, seen, key: kept?.key });
};

function sendBack(c: PageContext, seen: SeenLink, { id, memberId, accountEmail, provider }: CalendarConnection) {
  const back = returnConnected(seen.link, { memberId, connectionId: id });
  if (back !== undefined) return c.redirect(back, 303);
  return show(c, {
    title: 'Your calendar is connected',
    lead: 'You can close this page: there is nothing left to do.',
    main: facts([
      ['Account', accountEmail],
      ['Provider', PROVIDER_NAMES[provider]],
      ['Connected for', html`${seen.workspace.name}`],
    ]),
  });
}
