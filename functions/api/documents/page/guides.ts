import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { Marked } from 'marked';
import { type Guide, guideLinks, type Site } from './guide-links.ts';
import { shell } from './shell.ts';

/** The reading order; guides that are not listed come last. */
const ORDER = [
  'first-request',
  'clients',
  'teams',
  'meetings',
  'people',
  'settings-and-who-wins',
  'bots',
  'results',
  'live',
  'conversations',
  'translations',
  'search',
  'folders',
  'exports',
  'subtitles',
  'files-to-text',
  'uploads',
  'glossaries',
  'agents',
  'privacy',
  'usage',
  'audit-log',
  'branding',
  'calendars',
  'webhooks',
  'receiver',
  'events',
  'pagination',
  'idempotency-and-limits',
  'errors',
  'versions',
];

const positionOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Reads every guide of a folder. */
export const guidesIn = (folder: string): readonly Guide[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => guideOf(file.slice(0, -3), readFileSync(join(folder, file), 'utf8')))
    .sort((one, other) => positionOf(one.name) - positionOf(other.name) || one.name.localeCompare(other.name));

const guideOf = (name: string, markdown: string): Guide => ({
  name,
  title: /^# (.+)$/m.exec(markdown)?.[1] ?? name,
  markdown,
});

/** Renders a guide as a page, with links to the other guides. */
export const guidePage = (guide: Guide, site: Site): string =>
  shell({
    title: guide.title,
    side: html`<p><a href="${site.root}">Reference</a></p>${guideLinks(site)}`,
    main: raw(markdownIn(site.root).parse(guide.markdown, { async: false })),
  });

/** A guide links to other guides and to operations of the reference. */
const linkTo = (href: string, root: string): string =>
  /^[a-z-]+\.md(#.*)?$/.test(href) ? `${root}/${href.replace('.md', '')}` : href.replace(/^reference(?=#|$)/, root);

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(' ', '-');

const markdownIn = (root: string) =>
  new Marked({
    gfm: true,
    renderer: {
      heading({ depth, text, tokens }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return String(html`<a href="${linkTo(href, root)}">${raw(this.parser.parseInline(tokens))}</a>`);
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : String(html`${text}`);
      },
    },
  });
