import { html } from 'hono/html';
import { ICON, SCRIPT, STYLE } from '#shared/page-kit/assets';

/** What `html` of hono/html makes. Text put into it is escaped; markup is not. */
export type Markup = ReturnType<typeof html>;

interface Layout {
  readonly title: string;
  readonly main: Markup;
  readonly lead?: string;
  readonly above?: readonly (readonly [path: string, words: string])[];
  readonly wide?: boolean;
  /** Of this very page, so that the menu says where one is. */
  readonly path: string;
  /** Who looks at it, and the token of their forms; a page for nobody in particular has no menu. */
  readonly signedIn?: { readonly email: string; readonly token: string };
}

const MENU = [
  ['/app', 'Workspaces'],
  ['/settings/personal/api', 'API key'],
  ['/app/agent_sessions/new', 'Agent code'],
  ['/api/v1/docs', 'Reference'],
] as const;

/** A whole page: landmarks, one heading, a way past the menu, and no other host. */
export const layout = ({ title, main, lead, above = [], wide, path, signedIn }: Layout): Markup => html`<!doctype html>
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
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/app"><img src="${ICON}" alt="" width="24" height="24"> Rapporteur</a>
${signedIn && menu(path)}${signedIn && signOut(signedIn)}
</header>
<main id="main">
${above.length > 0 && crumbs(above)}
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${main}
</main>
<footer><p>Rapporteur, the open control plane for meeting capture</p></footer>
</body>
</html>
`;

const menu = (path: string): Markup => html`<nav aria-label="Main"><ul>
${MENU.map(([to, words]) => html`<li><a href="${to}"${to === path ? html` aria-current="page"` : ''}>${words}</a></li>`)}
</ul></nav>`;

const signOut = ({
  email,
  token,
}: {
  readonly email: string;
  readonly token: string;
}): Markup => html`<form class="sign-out" method="post" action="/sign-out">
<input type="hidden" name="_token" value="${token}"><span class="who">${email}</span> <button class="quiet">Sign out</button>
</form>`;

const crumbs = (
  above: readonly (readonly [string, string])[],
): Markup => html`<nav aria-label="Above this page" class="crumbs"><ol>
${above.map(([to, words]) => html`<li><a href="${to}">${words}</a></li>`)}
</ol></nav>`;
