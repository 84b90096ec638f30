import { html } from 'hono/html';
import { type Content, dateTime } from '#shared/api/page-kit/components';
import type { FolderId } from '#shared/foundation/core/ids';
import { type ConversationWithMeeting, lengthOf } from '#shared/texts/conversations/rules/conversation';
import { kindName, stateBadge } from '../conversation/conversation-labels.ts';
import { inFolder } from '../folders/folder-tree-view.ts';
import { languageName } from '../language-name.ts';
import { timestamp } from '../meeting-labels.ts';

export const COLUMNS = ['Conversation', 'Kind', 'State', 'Date', 'Length', 'Language', 'Folder', 'Tags'] as const;

/** A cell for each of `COLUMNS`; `paths` are those of the folders, `list` is the path of the list. */
export function conversationCells(
  found: ConversationWithMeeting,
  paths: ReadonlyMap<FolderId, string>,
  list: string,
): readonly Content[] {
  const { id, name, createdAt, language, folderId, tags } = found.conversation;
  const lengthSeconds = lengthOf(found);
  return [
    html`<a href="/app/conversations/${id}">${name}</a>`,
    kindName(found.conversation),
    stateBadge(found.conversation),
    dateTime(found.meeting?.startsAt ?? createdAt),
    lengthSeconds === null ? 'Unknown' : timestamp(lengthSeconds),
    language === null ? 'Unknown' : languageName(language),
    folderId === null
      ? 'None'
      : html`<a href="${inFolder(list, folderId)}">${paths.get(folderId) ?? 'Another folder'}</a>`,
    tags.length === 0
      ? 'None'
      : html`${tags.map((tag, at) => html`${at > 0 ? ', ' : ''}<a href="${list}?tag=${encodeURIComponent(tag)}">${tag}</a>`)}`,
  ];
}
