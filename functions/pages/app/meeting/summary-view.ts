import { html } from 'hono/html';
import type { Markup } from '#shared/page-kit/layout';
import type { ActionItem, Summary, SummarySection, Transcript } from '#shared/results/rules/results';
import { stamp } from '../meeting-words.ts';
import { markdown } from './markdown.ts';
import { anchorOf, partAt } from './transcript-view.ts';

/** What a meeting came to, in sections, and what is to be done. */
export function summaryView(
  { sections, markdown: whole, actionItems }: Summary,
  transcript: Transcript | undefined,
): Markup {
  // The list below says the same, and when it was said.
  const told = sections.filter(({ key }) => key !== 'action_items' || actionItems.length === 0);
  return html`${told.length === 0 ? markdown(whole) : told.map(sectionView)}
${actionItems.length === 0 ? '' : html`<h3>Action items</h3><ul>${actionItems.map((item) => actionItem(item, transcript))}</ul>`}`;
}

const sectionView = ({ title, markdown: text }: SummarySection): Markup => html`<h3>${title}</h3>${markdown(text)}`;

const actionItem = ({ text, assigneeName, start }: ActionItem, transcript: Transcript | undefined): Markup =>
  html`<li>${assigneeName === null ? '' : html`<strong>${assigneeName}:</strong> `}${text}${start === null ? '' : html` <span class="small">${said(start, transcript)}</span>`}</li>`;

const said = (start: number, transcript: Transcript | undefined): Markup | string => {
  const part = transcript ? partAt(transcript, start) : -1;
  return part < 0 ? `(${stamp(start)})` : html`(<a href="#${anchorOf(part)}">at ${stamp(start)}</a>)`;
};
