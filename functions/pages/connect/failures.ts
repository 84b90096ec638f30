import { html } from 'hono/html';
import type { SeenLink } from '#shared/calendars/consent/commands/look-at-link';
import type { ConnectFailure } from '#shared/calendars/consent/rules/connect-failure';
import { returnFailed } from '#shared/calendars/consent/rules/return-url';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkButton } from '#shared/page-kit/parts';
import { show } from '#shared/page-kit/show';
import { pathOf, siteOf } from './connecting.ts';
import { FAILURES } from './failure-words.ts';

interface Failed {
  readonly failure: ConnectFailure;
  /** Undefined where nobody can tell which link it was. */
  readonly seen: SeenLink | undefined;
  readonly account?: string;
  /** Of the link, where this browser has it: it can begin again. */
  readonly key?: string | undefined;
}

/** The page on which a failure ends: what happened, what to do, and the ways on. */
export function showFailure(c: PageContext, { failure, seen, account, key }: Failed) {
  const { status, title, words, again } = FAILURES[failure];
  const said = {
    workspace: seen?.workspace.name ?? 'whoever sent you the link',
    account: account ?? 'this account',
    email: seen?.email ?? 'the one that is expected',
  };
  return show(c, {
    title,
    status,
    main: html`${words(said).map((sentence) => html`<p>${sentence}</p>`)}
${again && seen?.standing === 'open' && key !== undefined ? html`<p>${linkButton(pathOf(seen.link.id, key), again)}</p>` : ''}
${wayBack(seen)}
<p class="small">If you ask somebody about it, say <code>${failure}</code>, request <code>${c.var.requestId}</code>.</p>`,
  });
}

/** The same for an id that nobody has, and for one without its key. */
export const showNoLink = (c: PageContext) =>
  show(c, {
    title: 'There is no such link',
    status: 404,
    main: html`<p>The address may have been cut off on its way: open it whole, as you were given it.</p>
<p>If that does not help, ask whoever sent it for a new one.</p>`,
  });

function wayBack(seen: SeenLink | undefined): Markup | '' {
  const back = seen && returnFailed(seen.link);
  return back === undefined || !seen?.link.returnUrl
    ? ''
    : html`<p><a href="${back}">Back to ${siteOf(seen.link.returnUrl)}</a></p>`;
}
