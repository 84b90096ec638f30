import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { formToken } from '#shared/page-kit/cookies';
import { layout } from '#shared/page-kit/layout';
import type { Markup } from '#shared/page-kit/markup';
import type { PageError } from '#shared/page-kit/page-error';
import type { CspSources, PageContext } from '#shared/page-kit/page-kit';

export interface Page extends CspSources {
  /** The heading, and the title of the browser tab. */
  readonly title: string;
  readonly main: Markup;
  /** A sentence below the heading. */
  readonly lead?: string;
  /** Outermost first: `[['/app', 'Workspaces']]`. */
  readonly breadcrumbs?: readonly (readonly [path: string, label: string])[];
  /** Uses the whole width of the window, for tables. */
  readonly wide?: boolean;
  /** 200 by default. */
  readonly status?: ContentfulStatusCode;
}

/** Renders a page in the common layout. */
export function renderPage(c: PageContext, page: Page): Response | Promise<Response> {
  const user = c.get('user');
  c.set('cspSources', page);
  const signedIn = user && { email: user.email, token: formToken(c) };
  return c.html(layout({ ...page, path: c.req.path, ...(signedIn && { signedIn }) }), page.status ?? 200);
}

/** Renders an error as a page, with the request id under which the log has it. */
export const renderError = (c: PageContext, { status, title, message }: PageError): Response | Promise<Response> =>
  renderPage(c, {
    title,
    status,
    main: html`<p class="lead">${message}</p>
<p><a href="/app">Go to the start page</a></p>
<p class="small">Request ID: <code>${c.var.requestId}</code>. Include it when you contact support.</p>`,
  });
