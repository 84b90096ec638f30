import { html } from 'hono/html';
import { ICON, SCRIPT, STYLE } from '#shared/page-kit/assets';
import { nav } from '#shared/page-kit/components';
import type { Markup } from '#shared/page-kit/markup';

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
  ['/api/v1/docs', 'API reference'],
] as const;

/** A whole page, with landmarks, one heading and a skip link. It loads nothing from another host. */
export const layout = ({
  title,
  main,
  lead,
  breadcrumbs = [],
  wide,
  path,
  signedIn,
}: Layout): Markup => html`<!doctype html>
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
