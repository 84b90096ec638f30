import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { SEARCH } from './client-script.ts';
import { STYLE } from './style.ts';

interface Page {
  readonly title: string;
  readonly side: Markup;
  readonly main: Markup;
}

/** A self-contained page: it loads no other file and no other host. */
export const shell = ({ title, side, main }: Page): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<nav aria-label="Contents"><details id="contents" open><summary>Contents</summary>
${side}
</details></nav>
<main id="main">
${main}
</main>
<script>${raw(SEARCH)}</script>
</body>
</html>
`);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the script and the style of the shell by their hashes, and nothing else. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SEARCH)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
