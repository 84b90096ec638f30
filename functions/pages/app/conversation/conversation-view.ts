import { html } from 'hono/html';
import { type ConversationWithMeeting, lengthOf } from '#shared/conversations/rules/conversation';
import type { FolderWithPath } from '#shared/folders/rules/folder';
import { dateTime, descriptionList, type Markup, notice } from '#shared/page-kit/components';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { LinkedFile } from '#shared/results/present';
import type { Transcript } from '#shared/results/rules/results';
import type { WorkspaceAccess } from '#shared/workspaces/access';
import { mayAct } from '#shared/workspaces/rules/workspace';
import { languageName } from '../language-name.ts';
import { timestamp, titleOf } from '../meeting-labels.ts';
import { playerView } from '../transcript/files-view.ts';
import { downloadsView, transcriptView } from '../transcript/transcript-view.ts';
import { FAILURES, kindName, stateBadge } from './conversation-labels.ts';
import { type Details, detailsForm } from './details-form.ts';

interface ShownConversation {
  readonly access: WorkspaceAccess;
  readonly found: ConversationWithMeeting;
  readonly transcript: Transcript | undefined;
  readonly played: LinkedFile | undefined;
  readonly folders: readonly FolderWithPath[];
  readonly details: Details;
  /** Why the submitted details were refused. */
  readonly messages: readonly string[];
}

/** Player and text, then the form of name, folder and tags for those whose role may change them. */
export function conversationView(c: PageContext, shown: ShownConversation): Markup {
  const { access, found, played, details, folders, messages } = shown;
  const page = `/app/conversations/${found.conversation.id}`;
  return html`${messages.map((message) => notice('problem', message))}
${c.req.query('saved') === 'yes' && notice('done', 'Saved.')}
${descriptionList(facts(shown))}
${played && playerView(played)}
<section aria-labelledby="text"><h2 id="text">Text</h2>${textView(page, shown)}</section>
${mayAct(access.role, 'participate') ? html`<section aria-labelledby="details"><h2 id="details">Name, folder and tags</h2>${detailsForm(c, page, details, folders)}</section>` : ''}`;
}

type Facts = Parameters<typeof descriptionList>[0];

function facts({ found, folders }: ShownConversation): Facts {
  const { conversation, meeting } = found;
  const seconds = lengthOf(found);
  const folder = folders.find((one) => one.folder.id === conversation.folderId);
  return [
    ['Kind', kindName(conversation)],
    ['State', stateBadge(conversation)],
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

function textView(page: string, { found: { conversation }, transcript, played }: ShownConversation): Markup {
  if ('state' in conversation && conversation.state === 'failed')
    return html`<p class="none">${FAILURES[conversation.failureReason]}</p>`;
  if (!transcript) return html`<p class="none">There is no text yet.</p>`;
  return html`${downloadsView(page)}
${transcript.segments.length === 0 ? notice('note', 'No speech was detected.') : ''}
${transcriptView({ page, transcript, plays: played !== undefined })}`;
}
