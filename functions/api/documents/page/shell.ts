import { createHash } from 'node:crypto';
import { SEARCH } from './client-script.ts';
import { asIs, type Html, html } from './html.ts';
import { STYLE } from './style.ts';

interface Page {
  readonly title: string;
  readonly side: Html;
  readonly main: Html;
}

/** A page that needs nothing but itself: no other host, no other file. */
export const shell = ({ title, side, main }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${asIs(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<nav aria-label="Contents"><details id="contents" open><summary>Contents</summary>
${side}
</details></nav>
<main id="main">
${main}
</main>
<script>${asIs(SEARCH)}</script>
</body>
</html>
`.markup;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing runs and nothing is styled but what stands in the shell, and nothing is fetched. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SEARCH)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
