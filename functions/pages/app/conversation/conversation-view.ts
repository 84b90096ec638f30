import { html } from 'hono/html';
import { dateTime, descriptionList, type Markup, notice } from '#shared/api/page-kit/components';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { refreshed } from '#shared/api/page-kit/refreshed';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { lengthOf } from '#shared/texts/conversations/rules/conversation';
import { exportForm } from '../exports/export-form.ts';
import { languageName } from '../language-name.ts';
import { timestamp, titleOf } from '../meeting-labels.ts';
import { ORDER_STATE_LABELS } from '../orders/order-labels.ts';
import { translationForm } from '../orders/translation-form.ts';
import { playerView } from '../transcript/files-view.ts';
import { anchorOf, type Corrections, downloadsView, transcriptView } from '../transcript/transcript-view.ts';
import { trashView } from '../trash/trash-forms.ts';
import { FAILURES, kindName, stateBadge } from './conversation-labels.ts';
import { correctionForm, lostCorrection, type RefusedCorrection } from './correction-form.ts';
import { type Details, detailsForm } from './details-form.ts';
import { issuesView } from './issues-view.ts';
import { type LoadedConversation, mayChange, mayCorrect, pageOf } from './load-conversation.ts';
import type { ConversationMedia } from './load-media.ts';
import { type RefusedSpeakers, speakersForm } from './speakers-form.ts';
import { noTextYet, workOn } from './work-on-text.ts';

interface ShownConversation extends LoadedConversation, ConversationMedia {
  readonly transcript: Transcript | undefined;
  readonly etag: string;
  readonly details: Details;
  /** Why the submitted details were refused. */
  readonly messages: readonly string[];
  /** Id of the segment whose form is open. */
  readonly edited: string | undefined;
  readonly correction: RefusedCorrection | undefined;
  readonly speakers: RefusedSpeakers | undefined;
  readonly languages: string;
}

/** Player and text, then the form of name, folder and tags for those whose role may change them. */
export function conversationView(c: PageContext, shown: ShownConversation): Markup {
  const { found, details, folders, messages } = shown;
  const page = pageOf(found);
  return html`${messages.map((message) => notice('problem', message))}
${c.req.query('saved') === 'yes' && notice('done', 'Saved.')}
${c.req.query('restored') === 'yes' && notice('done', 'Restored from the trash.')}
${refreshed({ id: 'conversation', path: page, ...workOn(shown), content: contentView(c, page, shown) })}
${mayChange(shown) ? html`<section aria-labelledby="details"><h2 id="details">Name, folder and tags</h2>${detailsForm(c, page, details, folders)}</section>${trashView(c, found.conversation)}` : ''}`;
}

/** What changes when the text is there. */
const contentView = (c: PageContext, page: string, shown: ShownConversation): Markup =>
  html`${descriptionList(facts(shown))}
${shown.played && playerView(shown.played)}
${issuesView(shown)}
<section aria-labelledby="text"><h2 id="text">Text</h2>${textView(c, page, shown)}</section>
${exportView(c, page, shown)}
${shown.transcript && mayChange(shown) ? html`<section aria-labelledby="translate"><h2 id="translate">Translate</h2>${translationForm(c, page, shown.languages)}</section>` : ''}
${speakersView(c, page, shown)}`;

function exportView(c: PageContext, page: string, shown: ShownConversation): Markup | '' {
  if (!shown.transcript || !mayChange(shown)) return '';
  const has = (type: string) => shown.files.some(({ file }) => file.contentType.startsWith(type));
  const recordings = [...(has('audio/mpeg') ? ['mp3' as const] : []), ...(has('video/mp4') ? ['mp4' as const] : [])];
  return html`<section aria-labelledby="export"><h2 id="export">Export</h2>${exportForm(c, page, recordings)}</section>`;
}

function speakersView(c: PageContext, page: string, shown: ShownConversation): Markup | '' {
  const { transcript, etag, speakers: refused } = shown;
  if (!transcript || transcript.speakers.length === 0 || !mayCorrect(shown)) return '';
  return html`<section aria-labelledby="speakers"><h2 id="speakers">Speakers</h2>${speakersForm(c, { page, transcript, etag, refused })}</section>`;
}

type Facts = Parameters<typeof descriptionList>[0];

function facts({ found, order, folders }: ShownConversation): Facts {
  const { conversation, meeting } = found;
  const seconds = lengthOf(found);
  const folder = folders.find((one) => one.folder.id === conversation.folderId);
  return [
    ['Kind', kindName(conversation)],
    ['State', stateBadge(conversation)],
    ...(order
      ? [['Order', html`<a href="/app/orders/${order.id}">${ORDER_STATE_LABELS[order.state][1]}</a>`] as const]
      : []),
    ...(meeting
      ? [
          ['Meeting', html`<a href="/app/meetings/${meeting.id}">${titleOf(meeting)}</a>`] as const,
          ['Recorded', dateTime(meeting.startsAt ?? conversation.createdAt)] as const,
        ]
      : [['Created', dateTime(conversation.createdAt)] as const]),
    ...(seconds === null ? [] : [['Length', timestamp(seconds)] as const]),
    ['Language', conversation.language === null ? 'Unknown' : languageName(conversation.language)],
    ['Folder', folder?.path ?? 'None'],
    ['Tags', conversation.tags.join(', ') || 'None'],
    ['Conversation ID', html`<code>${conversation.id}</code>`],
  ];
}

function textView(c: PageContext, page: string, shown: ShownConversation): Markup {
  const { conversation } = shown.found;
  const { transcript, played, correction } = shown;
  if ('state' in conversation && conversation.state === 'failed')
    return html`<p class="none">${FAILURES[conversation.failureReason]}</p>`;
  if (!transcript) return html`<p class="none">${noTextYet(shown)}</p>`;
  const isLost = correction && !transcript.segments.some(({ id }) => id === correction.segmentId);
  return html`${isLost ? lostCorrection(correction) : ''}
${downloadsView(page)}
${transcript.segments.length === 0 ? notice('note', 'No speech was detected.') : ''}
${transcriptView({ page, transcript, plays: played !== undefined, ...(mayCorrect(shown) && { corrections: correctionsOf(c, page, { ...shown, transcript }) }) })}`;
}

/** A link to the form of each segment, and the form of the one that is open. */
const correctionsOf = (
  c: PageContext,
  page: string,
  { transcript, etag, edited, correction: refused }: ShownConversation & { readonly transcript: Transcript },
): Corrections => ({
  linkTo: (segment) => `${page}?edit=${encodeURIComponent(segment.id)}#${anchorOf(segment)}`,
  formOf: (segment) =>
    segment.id === edited ? correctionForm(c, { page, segment, transcript, etag, refused }) : undefined,
});
