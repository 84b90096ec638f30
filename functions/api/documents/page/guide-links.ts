import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';

/** A guide of docs/api, by the name of its file. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

/** The pages that every page links to. */
export interface Site {
  readonly guides: readonly Guide[];
  /** Path of the reference without a trailing slash; the guides are below it. */
  readonly root: string;
}

export const guideLinks = ({ guides, root }: Site): Markup | undefined =>
  guides.length === 0
    ? undefined
    : html`<h2>Guides</h2><ul>${guides.map(({ name, title }) => html`<li><a href="${root}/${name}">${title}</a></li>`)}</ul>`;
