import { html } from 'hono/html';
import { linkButton, type Markup } from '#shared/api/page-kit/components';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import type { ConnectFailure } from '#shared/calendars/consent/commands/connect-failure';
import type { ConnectLinkDetails } from '#shared/calendars/consent/commands/find-connect-link';
import { returnFailed } from '#shared/calendars/consent/rules/return-url';
import { AWS_RETRY_SECONDS } from '#shared/foundation/core/error-name';
import { FAILURES } from './failure-messages.ts';

interface Failed {
  readonly failure: ConnectFailure;
  /** Undefined when the link is unknown. */
  readonly details: ConnectLinkDetails | undefined;
  readonly account?: string;
  /** The link's key, if this browser has it: the page then offers to try again. */
  readonly key?: string | undefined;
}

/** Renders a failure: what happened, what the person can do, and the links to do it. */
export function renderFailure(c: PageContext, { failure, details, account = 'this account', key }: Failed) {
  const { status, title, messages, retry } = FAILURES[failure];
  const workspace = details?.workspace.name ?? 'the sender of the link';
  const email = details?.email ?? 'another account';
  if (failure === 'busy') c.header('retry-after', String(AWS_RETRY_SECONDS));
  const canRetry = details?.status === 'open' && key !== undefined;
  return renderPage(c, {
    title,
    status,
    main: html`${messages({ workspace, account, email }).map((message) => html`<p>${message}</p>`)}
${canRetry && retry && html`<p>${linkButton(`/connect/${details.link.id}?key=${encodeURIComponent(key)}`, retry)}</p>`}
${returnLink(details, 'Back to')}
<p class="small">If you contact support, include the error <code>${failure}</code> and the request ID <code>${c.var.requestId}</code>.</p>`,
  });
}

/** A missing link and one with a wrong key look the same. */
export const renderLinkNotFound = (c: PageContext) =>
  renderPage(c, {
    title: 'This link does not exist',
    status: 404,
    main: html`<p>The address may be incomplete. Open the whole link, as you received it.</p>
<p>If that does not help, ask the sender for a new link.</p>`,
  });

/** A link to the return URL with an error, if the connect link has a return URL. */
export function returnLink(details: ConnectLinkDetails | undefined, label: string): Markup | '' {
  const href = details && returnFailed(details.link);
  return href === undefined || !details?.link.returnUrl
    ? ''
    : html`<p><a href="${href}">${label} ${new URL(details.link.returnUrl).host}</a></p>`;
}
