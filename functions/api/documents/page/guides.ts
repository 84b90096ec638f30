import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { type Around, type Guide, guidesNav } from './guide.ts';
import { asIs, escaped, html } from './html.ts';

import { shell } from './shell.ts';

/** In the order in which they are read; others come last. */
const ORDER = [
  'first-request',
  'meetings',
  'settings-and-who-wins',
  'bots',
  'calendars',
  'webhooks',
  'idempotency-and-limits',
  'errors',
  'versions',
];

const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Every guide that lies in a folder. */
export const guidesIn = (folder: string): readonly Guide[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => guideOf(file.slice(0, -3), readFileSync(join(folder, file), 'utf8')))
    .sort((one, other) => placeOf(one.name) - placeOf(other.name) || one.name.localeCompare(other.name));

const guideOf = (name: string, markdown: string): Guide => ({
  name,
  title: /^# (.+)$/m.exec(markdown)?.[1] ?? name,
  markdown,
});

/** One guide as a page, with the others beside it. */
export const guidePage = (guide: Guide, context: Around): string =>
  shell({
    title: guide.title,
    side: html`<p><a href="${context.root}">Reference</a></p>${guidesNav(context)}`,
    main: asIs(markdownIn(context.root).parse(guide.markdown, { async: false })),
  });

/** What guides link to is another guide or an operation of the reference. */
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
        return `<a href="${escaped(linkTo(href, root))}">${this.parser.parseInline(tokens)}</a>`;
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : escaped(text);
      },
    },
  });
