import { html } from 'hono/html';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { lookAtLink, type SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import { idOf } from '#shared/core/ids';
import { dateTime, notice } from '#shared/page-kit/components';
import { form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/markup';
import { PROVIDER_NAMES } from '#shared/page-kit/provider-names';
import { renderPage } from '#shared/page-kit/render';
import { consentScopes } from './consent-scopes.ts';
import { type ConnectDependencies, type ConnectPage, providersOf } from './dependencies.ts';
import { renderFailure, renderLinkNotFound, returnLink } from './failure-page.ts';

/** GET /connect/{link}: what the workspace asks for, and the providers to choose from. */
export const consentPage: ConnectPage = async (connect, c) => {
  const id = idOf('ccl', c.req.param('link'));
  const key = c.req.query('key') ?? '';
  const seen = id && (await lookAtLink(connect)(id, key));
  if (!seen) return renderLinkNotFound(c);
  if (seen.standing !== 'open') return renderFailure(c, { failure: `link_${seen.standing}`, seen });
  const offered = await offeredProviders(connect, seen);
  const { link, workspace } = seen;
  const person = seen.email ?? seen.name;
  return renderPage(c, {
    title: 'Connect your calendar',
    lead: `${workspace.name} asks to read ${person === null ? 'your calendar' : `the calendar of ${person}`}.`,
    formAction: [
      ...offered.map((name) => connect.providers[name].signInOrigin),
      // A provider that already has consent redirects to the return URL at once.
      ...(link.returnUrl === null ? [] : [new URL(link.returnUrl).origin]),
    ],
    main: html`${testProviderNotice(connect, offered)}
${consentScopes(workspace.name)}
${expectedAccount(seen)}
${offered.length === 0 && noProviderNotice(seen)}
${offered.map((name) => form(c, { action: `/connect/${link.id}/${name}`, submit: `Continue with ${PROVIDER_NAMES[name]}`, hidden: { key } }))}
${returnLink(seen, 'Not now, back to')}
<p class="small">This link is for you only. It connects one calendar and is valid until ${dateTime(link.expiresAt)}.</p>`,
  });
};

async function offeredProviders({ providers }: ConnectDependencies, { link }: SeenLink) {
  const names = providersOf(link);
  const isSetUp = await Promise.all(names.map((name) => providers[name].isSetUp()));
  return names.filter((_, position) => isSetUp[position]);
}

const testProviderNotice = ({ providers }: ConnectDependencies, offered: readonly CalendarProviderName[]) =>
  offered.some((name) => providers[name].isForTests)
    ? notice(
        'warning',
        'This is a local stack. Its test providers stand in for Google and Microsoft: no real account is needed or accessed.',
      )
    : '';

const noProviderNotice = ({ link, workspace }: SeenLink): Markup => {
  const names = providersOf(link).map((name) => PROVIDER_NAMES[name]);
  return notice(
    'problem',
    `Calendars cannot be connected yet: this service is not registered with ${names.join(' or ')}. ${workspace.name} has no access to your calendar.`,
  );
};

const expectedAccount = ({ link, email, workspace }: SeenLink): Markup | '' =>
  link.emailMatch === 'exact' && email !== null
    ? html`<p>Use the account <strong>${email}</strong>. ${workspace.name} does not accept another one.</p>`
    : '';
