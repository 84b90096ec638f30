import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import type { ActionItem, Summary, SummarySection, Transcript } from '#shared/meetings/results/rules/results';
import { timestamp } from '../meeting-labels.ts';
import { anchorOf, segmentAt } from '../transcript/transcript-view.ts';
import { markdown } from './markdown.ts';

/** The sections of a summary, then its action items. */
export function summaryView(
  { sections, markdown: whole, actionItems }: Summary,
  transcript: Transcript | undefined,
): Markup {
  // The list of action items below has the same entries, with their times.
  const shown = sections.filter(({ key }) => key !== 'action_items' || actionItems.length === 0);
  return html`${shown.length === 0 ? markdown(whole) : shown.map(sectionView)}
${actionItems.length === 0 ? '' : html`<h3>Action items</h3><ul>${actionItems.map((item) => actionItem(item, transcript))}</ul>`}`;
}

const sectionView = ({ title, markdown: text }: SummarySection): Markup => html`<h3>${title}</h3>${markdown(text)}`;

const actionItem = ({ text, assigneeName, start }: ActionItem, transcript: Transcript | undefined): Markup =>
  html`<li>${assigneeName === null ? '' : html`<strong>${assigneeName}:</strong> `}${text}${start === null ? '' : html` <span class="small">${transcriptLink(start, transcript)}</span>`}</li>`;

const transcriptLink = (start: number, transcript: Transcript | undefined): Markup | string => {
  const segment = transcript && segmentAt(transcript, start);
  return segment ? html`(<a href="#${anchorOf(segment)}">at ${timestamp(start)}</a>)` : `(${timestamp(start)})`;
};
