import { html } from 'hono/html';
import type { ActionItem, Summary, Transcript } from '#shared/domain/results';
import type { Markup } from '#shared/pages/layout';
import { stamp } from '../meeting-words.ts';
import { markdown } from './markdown.ts';
import { anchorOf, partAt } from './transcript-view.ts';

/** What a meeting came to, in sections, and what is to be done. */
export const summaryView = (summary: Summary, transcript: Transcript | undefined): Markup => html`
${summary.sections.length === 0 ? markdown(summary.markdown) : summary.sections.map(({ title, markdown: text }) => html`<h3>${title}</h3>${markdown(text)}`)}
${summary.actionItems.length === 0 ? '' : html`<h3>To do</h3><ul>${summary.actionItems.map((item) => actionItem(item, transcript))}</ul>`}`;

const actionItem = ({ text, assigneeName, start }: ActionItem, transcript: Transcript | undefined): Markup =>
  html`<li>${assigneeName === null ? '' : html`<strong>${assigneeName}:</strong> `}${text}${start === null ? '' : html` <span class="small">${said(start, transcript)}</span>`}</li>`;

const said = (start: number, transcript: Transcript | undefined): Markup | string => {
  const part = transcript ? partAt(transcript, start) : -1;
  return part < 0 ? `(${stamp(start)})` : html`(<a href="#${anchorOf(part)}">at ${stamp(start)}</a>)`;
};
