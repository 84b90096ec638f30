import { html } from 'hono/html';
import { type Instant, isoOf } from '#shared/foundation/core/time';

export type Content = Markup | string | number;

/** A message above the content of a page. Screen readers announce a `problem` at once. */
export const notice = (kind: 'note' | 'done' | 'warning' | 'problem', content: Content): Markup =>
  html`<div class="notice ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}"><p>${content}</p></div>`;

export type BadgeKind = 'good' | 'bad' | 'waiting' | 'plain';

/** A status: its label, emphasised by a colour. */
export const badge = (kind: BadgeKind, label: string): Markup => html`<span class="badge ${kind}">${label}</span>`;

/** Names and values. */
export const descriptionList = (
  pairs: readonly (readonly [name: string, value: Content])[],
): Markup => html`<dl class="facts">
${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  /** A cell for each column; the first is the header of its row. */
  readonly rows: readonly (readonly Content[])[];
  /** Shown in place of a table without rows. */
  readonly empty: Content;
}

/**
 * A table that scrolls horizontally when it is too wide, by keyboard as well. On a phone each row is a card whose cells
 * are labelled with their column; the ARIA roles keep it a table for screen readers.
 */
export const table = ({ caption, columns, rows, empty }: Table): Markup =>
  rows.length === 0
    ? html`<p class="none">${empty}</p>`
    : html`<div class="grid" role="region" aria-label="${caption}" tabindex="0"><table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(([first, ...others]) => html`<tr role="row"><th scope="row" role="rowheader">${first}</th>${others.map((cell, at) => html`<td role="cell" data-column="${columns[at + 1]}">${cell}</td>`)}</tr>`)}
</tbody>
</table></div>`;

interface DateTimeFormat {
  /** Shows seconds, to tell events within a minute apart. */
  readonly withSeconds?: boolean;
  /** Shown when there is no time. */
  readonly none?: string;
}

/** A time in UTC, which the script converts to the reader's time zone. */
export function dateTime(at: Instant | null, { withSeconds = false, none = 'Never' }: DateTimeFormat = {}): Content {
  if (at === null) return none;
  const iso = isoOf(at);
  const text = `${iso.slice(0, 10)} ${iso.slice(11, withSeconds ? 19 : 16)} UTC`;
  return html`<time datetime="${iso}"${withSeconds ? html` data-exact` : ''}>${text}</time>`;
}

/** A text with a button that copies it, which is shown when scripts run. */
export const copyableText = (
  id: string,
  text: string,
  name: string,
): Markup => html`<p class="copyable"><code id="${id}">${text}</code>
<button type="button" class="quiet" data-copies="${id}" hidden>Copy ${name}</button></p>`;

/** What a link or button is about, for screen readers alone, where a page has several with one label. */
export const unseen = (about: string | undefined): Markup | '' =>
  about === undefined ? '' : html`<span class="unseen"> ${about}</span>`;

/** A link that looks like a button. */
export const linkButton = (href: string, label: string, about?: string): Markup =>
  html`<a class="button" href="${href}">${label}${unseen(about)}</a>`;

type NavLink = readonly [href: string, label: string];

/** Links to pages beside each other, of which the current one is marked. */
export const nav = (label: string, links: readonly NavLink[], currentHref: string, className?: 'tabs'): Markup =>
  html`<nav aria-label="${label}"${className && html` class="${className}"`}><ul>${links.map(
    ([href, text]) => html`<li><a href="${href}"${href === currentHref && html` aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;

/** What `html` of hono/html returns: text inside it is escaped, markup is not. */
export type Markup = ReturnType<typeof html>;

/** The names of the calendar providers, as pages show them. */
export const PROVIDER_NAMES: Readonly<Record<'google' | 'microsoft', string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};
