import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ICON, SCRIPT, STYLE } from '#shared/api/page-kit/assets';
import { type Markup, nav } from '#shared/api/page-kit/components';
import { formToken } from '#shared/api/page-kit/cookies';
import type { PageError } from '#shared/api/page-kit/page-error';
import type { CspSources, PageContext } from '#shared/api/page-kit/page-kit';

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
export function renderError(
  c: PageContext,
  { status, title, message, retryInSeconds }: PageError,
): Response | Promise<Response> {
  if (retryInSeconds !== undefined) c.header('retry-after', String(retryInSeconds));
  return renderPage(c, {
    title,
    status,
    main: html`<p class="lead">${message}</p>
<p><a href="/app">Go to the start page</a></p>
<p class="small">Request ID: <code>${c.var.requestId}</code>. Include it when you contact support.</p>`,
  });
}

interface Layout {
  readonly title: string;
  readonly main: Markup;
  readonly lead?: string;
  readonly breadcrumbs?: readonly (readonly [path: string, label: string])[];
  readonly wide?: boolean;
  /** Path of the page, which the menu marks as current. */
  readonly path: string;
  /** The user and the CSRF token of their forms; a page without a user has no menu. */
  readonly signedIn?: SignedIn;
}

interface SignedIn {
  readonly email: string;
  readonly token: string;
}

const MENU = [
  ['/app', 'Workspaces'],
  ['/settings/personal/api', 'API key'],
  ['/app/agent_sessions/new', 'Agent code'],
  ['/settings/personal/agents', 'Agents'],
  ['/api/v1/docs', 'API reference'],
] as const;

/** A whole page, with landmarks, one heading and a skip link. It loads nothing from another host. */
const layout = ({ title, main, lead, breadcrumbs = [], wide, path, signedIn }: Layout): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Rapporteur</title>
<link rel="icon" type="image/svg+xml" href="${ICON}">
<link rel="stylesheet" href="${STYLE}">
<script src="${SCRIPT}" defer></script>
</head>
<body${wide ? html` class="wide"` : ''}>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/app"><img src="${ICON}" alt="" width="24" height="24"> Rapporteur</a>
${signedIn && nav('Main', MENU, path)}${signedIn && signOut(signedIn)}
</header>
<main id="main">
${breadcrumbs.length > 0 && breadcrumbTrail(breadcrumbs)}
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${main}
</main>
<footer><p>Rapporteur, the open control plane for meeting capture</p></footer>
</body>
</html>
`;

const signOut = ({ email, token }: SignedIn): Markup => html`<form class="sign-out" method="post" action="/sign-out">
<input type="hidden" name="_token" value="${token}"><span class="who">${email}</span> <button class="quiet">Sign out</button>
</form>`;

const breadcrumbTrail = (
  breadcrumbs: readonly (readonly [string, string])[],
): Markup => html`<nav aria-label="Breadcrumb" class="crumbs"><ol>
${breadcrumbs.map(([path, label]) => html`<li><a href="${path}">${label}</a></li>`)}
</ol></nav>`;
