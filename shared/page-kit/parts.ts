import { html } from 'hono/html';
import { type Instant, isoOf } from '#shared/core/time';
import type { Markup } from '#shared/page-kit/layout';

type Said = Markup | string;

/** Something to be read before all else. A `problem` is said aloud at once by screen readers. */
export const notice = (kind: 'note' | 'done' | 'warning' | 'problem', words: Said): Markup =>
  html`<div class="notice ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}"><p>${words}</p></div>`;

/** A state in a word, told by its text and, beside it, by a colour. */
export const badge = (kind: 'good' | 'bad' | 'waiting' | 'plain', words: string): Markup =>
  html`<span class="badge ${kind}">${words}</span>`;

/** Names and what they stand for. */
export const facts = (
  pairs: readonly (readonly [name: string, value: Said | number])[],
): Markup => html`<dl class="facts">
${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

interface Grid {
  /** What the table is of; read out before it. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** A cell for each column; the first names its row. */
  readonly rows: readonly (readonly (Said | number)[])[];
  /** In place of a table without rows. */
  readonly none: Said;
}

/**
 * A table that scrolls by itself where it is too wide, by keyboard as well. On a phone its rows are cards, each cell
 * under its column's name; the roles keep it a table for those who hear it.
 */
export const grid = ({ caption, columns, rows, none }: Grid): Markup =>
  rows.length === 0
    ? html`<p class="none">${none}</p>`
    : html`<div class="grid" role="region" aria-label="${caption}" tabindex="0"><table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(([first, ...others]) => html`<tr role="row"><th scope="row" role="rowheader">${first}</th>${others.map((cell, at) => html`<td role="cell" data-column="${columns[at + 1]}">${cell}</td>`)}</tr>`)}
</tbody>
</table></div>`;

/** A moment in UTC, which the script turns into the reader's own time. */
export const moment = (at: Instant | null, otherwise = 'never'): Markup | string => {
  if (at === null) return otherwise;
  const iso = isoOf(at);
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
};

/** The same to the second, where several things happen within a minute. */
export const exactMoment = (at: Instant | null, otherwise = 'never'): Markup | string => {
  if (at === null) return otherwise;
  const iso = isoOf(at);
  return html`<time datetime="${iso}" data-exact>${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
};

/** A text to take elsewhere, with a button that copies it where there is a script. */
export const copyable = (
  id: string,
  text: string,
  what: string,
): Markup => html`<p class="copyable"><code id="${id}">${text}</code>
<button type="button" class="quiet" data-copies="${id}" hidden>Copy ${what}</button></p>`;

/** A way on that looks like a button. */
export const linkButton = (to: string, words: string): Markup => html`<a class="button" href="${to}">${words}</a>`;
