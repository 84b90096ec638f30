import { html } from 'hono/html';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { lookAtLink, type SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import { returnFailed } from '#shared/calendars/consent/rules/return-url';
import { idOf } from '#shared/core/ids';
import { form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { moment, notice } from '#shared/page-kit/parts';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { show } from '#shared/page-kit/show';
import { type Connecting, namesFor, siteOf } from './connecting.ts';
import { showFailure, showNoLink } from './failures.ts';
import { whatIsRead } from './what-is-read.ts';

/** GET /connect/{link}: who asks for what, and the providers to choose from. */
export const askForConsent = (needs: Connecting) => async (c: PageContext) => {
  const id = idOf('ccl', c.req.param('link'));
  const key = c.req.query('key') ?? '';
  const seen = id && (await lookAtLink(needs)(id, key));
  if (!seen) return showNoLink(c);
  if (seen.standing !== 'open') return showFailure(c, { failure: `link_${seen.standing}`, seen });
  const offered = await offeredBy(needs, seen);
  const { link, workspace } = seen;
  const asked = seen.email ?? seen.name;
  return show(c, {
    title: 'Connect your calendar',
    lead: `${workspace.name} asks to read ${asked === null ? 'your calendar' : `the calendar of ${asked}`}.`,
    formsLeadTo: [
      ...offered.map((name) => needs.providers[name].signInOrigin),
      // A provider that asks nothing sends people straight on to where they return to.
      ...(link.returnUrl === null ? [] : [new URL(link.returnUrl).origin]),
    ],
    main: html`${testProviders(needs, offered)}
${whatIsRead(workspace.name)}
${onlyThisAccount(seen)}
${
  offered.length === 0
    ? notice(
        'problem',
        `No calendar can be connected here: this service has no client with ${namesFor(link)
          .map((name) => PROVIDER_NAMES[name])
          .join(' or ')} yet. ${workspace.name} has been given nothing.`,
      )
    : ''
}
${offered.map((name) => form(c, { action: `/connect/${link.id}/${name}`, submit: `Continue with ${PROVIDER_NAMES[name]}`, hidden: { key } }))}
${notNow(seen)}
<p class="small">This link is yours alone. It is good for one calendar, until ${moment(link.expiresAt)}.</p>`,
  });
};

async function offeredBy({ providers }: Connecting, { link }: SeenLink): Promise<readonly CalendarProviderName[]> {
  const names = namesFor(link);
  const isSetUp = await Promise.all(names.map((name) => providers[name].isSetUp()));
  return names.filter((_, at) => isSetUp[at]);
}

const testProviders = ({ providers }: Connecting, offered: readonly CalendarProviderName[]): Markup | '' =>
  offered.some((name) => providers[name].isForTests)
    ? notice(
        'warning',
        'This is a local stack. What follows are test providers that stand in for Google and Microsoft: no account of yours is needed, and none is touched.',
      )
    : '';

const onlyThisAccount = ({ link, email, workspace }: SeenLink): Markup | '' =>
  link.emailMatch === 'exact' && email !== null
    ? html`<p>Please use the account <strong>${email}</strong>: ${workspace.name} expects this one.</p>`
    : '';

function notNow({ link }: SeenLink): Markup | '' {
  const back = returnFailed(link);
  return back === undefined || link.returnUrl === null
    ? ''
    : html`<p><a href="${back}">Not now, back to ${siteOf(link.returnUrl)}</a></p>`;
}
