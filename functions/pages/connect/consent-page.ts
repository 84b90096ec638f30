import { html } from 'hono/html';
import { dateTime, type Markup, notice, PROVIDER_NAMES } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import { renderPage } from '#shared/api/page-kit/render';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import { type ConnectLinkDetails, findConnectLink } from '#shared/calendars/consent/commands/find-connect-link';
import { idOf } from '#shared/foundation/core/ids';
import { consentScopes } from './consent-scopes.ts';
import { type ConnectDependencies, type ConnectPage, providersOf } from './dependencies.ts';
import { renderFailure, renderLinkNotFound, returnLink } from './failure-page.ts';

/** GET /connect/{link}: what the workspace asks for, and the providers to choose from. */
export const consentPage: ConnectPage = async (connect, c) => {
  const id = idOf('ccl', c.req.param('link'));
  const key = c.req.query('key') ?? '';
  const details = id && (await findConnectLink(connect)(id, key));
  if (!details) return renderLinkNotFound(c);
  if (details.status !== 'open') return renderFailure(c, { failure: `link_${details.status}`, details });
  const offered = await offeredProviders(connect, details);
  const { link, workspace } = details;
  const person = details.email ?? details.name;
  return renderPage(c, {
    title: 'Connect your calendar',
    lead: `${workspace.name} asks to read ${person === null ? 'your calendar' : `the calendar of ${person}`}.`,
    formAction: [
      ...offered.map((name) => connect.providers[name].signInOrigin),
      // A provider that already has consent redirects to the return URL at once.
      ...(link.returnUrl === null ? [] : [new URL(link.returnUrl).origin]),
    ],
    main: html`${testProviderNotice(connect, offered)}
${whoAsks(details)}
${consentScopes(workspace.name)}
${expectedAccount(details)}
${offered.length === 0 && noProviderNotice(details)}
${offered.map((name) => form(c, { action: `/connect/${link.id}/${name}`, submit: `Continue with ${PROVIDER_NAMES[name]}`, hidden: { key } }))}
${returnLink(details, 'Not now, back to')}
<p class="small">This link is for you only. It connects one calendar and is valid until ${dateTime(link.expiresAt)}.</p>`,
  });
};

/** A workspace chooses its own name; the address of its owner was verified. */
const whoAsks = ({ workspace }: ConnectLinkDetails): Markup =>
  html`<p>The workspace <bdi>${workspace.name}</bdi> belongs to <strong><bdi>${workspace.ownerEmail}</bdi></strong>. If you do not know them, close this page.</p>`;

async function offeredProviders({ providers }: ConnectDependencies, { link }: ConnectLinkDetails) {
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

const noProviderNotice = ({ link, workspace }: ConnectLinkDetails): Markup => {
  const names = providersOf(link).map((name) => PROVIDER_NAMES[name]);
  return notice(
    'problem',
    `Calendars cannot be connected yet: this service is not registered with ${names.join(' or ')}. ${workspace.name} has no access to your calendar.`,
  );
};

const expectedAccount = ({ link, email, workspace }: ConnectLinkDetails): Markup | '' =>
  link.emailMatch === 'exact' && email !== null
    ? html`<p>Use the account <strong>${email}</strong>. ${workspace.name} does not accept another one.</p>`
    : '';
