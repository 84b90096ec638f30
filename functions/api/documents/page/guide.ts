import { type Html, html } from './html.ts';

/** A guide of docs/api, by the name of its file. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

/** What every page leads to. */
export interface Around {
  readonly guides: readonly Guide[];
  /** Path of the reference, without a slash at the end; the guides lie beneath it. */
  readonly root: string;
}

export const guidesNav = ({ guides, root }: Around): Html | undefined =>
  guides.length === 0
    ? undefined
    : html`<h2>Guides</h2><ul>${guides.map(({ name, title }) => html`<li><a href="${root}/${name}">${title}</a></li>`)}</ul>`;
