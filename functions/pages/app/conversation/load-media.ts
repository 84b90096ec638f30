import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { formatOf } from '#shared/foundation/media/rules/media-format';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { linkedFiles } from '#shared/meetings/results/load-results';
import { conversationMediaKey } from '#shared/meetings/results/ports';
import { mediaFileOf } from '#shared/texts/conversations/ports';
import type { ConversationWithMeeting, OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import type { AppDependencies } from '../dependencies.ts';
import { playedFile, type ShownFile } from '../transcript/files-view.ts';

export interface ConversationMedia {
  /** Its own recordings, which can be exported; a text that was made of another has none. */
  readonly files: readonly ShownFile[];
  /** The one that the text follows; undefined where there is none. */
  readonly played: ShownFile | undefined;
  /** Where files come from, also one that is still to come: a page that follows the work on a text keeps its policy. */
  readonly origins: readonly string[];
}

/**
 * Links to the recordings of a conversation's meeting, or to the file that its text was made of, valid until
 * `expiresAt`. Translations and converted subtitles keep the times of their source, and play what that plays.
 */
export async function loadMedia(
  app: AppDependencies,
  found: ConversationWithMeeting,
  expiresAt: Instant,
): Promise<ConversationMedia> {
  const source = await sourceOf(app.table, found);
  if (source) return { ...(await loadMedia(app, source, expiresAt)), files: [] };
  const { conversation, meeting } = found;
  if (meeting) {
    const files = await linkedFiles(app, meeting, expiresAt);
    return { files, played: playedFile(files, shownRecording(meeting)?.botId), origins: originsOf(files) };
  }
  const file = mediaFileOf(found);
  if (!file) return { files: [], played: undefined, origins: await originsToCome(app, conversation, expiresAt) };
  const { key, contentType } = file;
  const filename = `${conversation.id}.${formatOf(contentType)}`;
  const played = { file, url: await app.files.linkTo(key, { expiresAt, contentType, filename }) };
  return { files: [played], played, origins: originsOf([played]) };
}

/** The conversation that a text was made of; undefined for a recording, and where it is deleted. */
async function sourceOf(
  table: Table,
  { conversation, meeting }: ConversationWithMeeting,
): Promise<ConversationWithMeeting | undefined> {
  const id = meeting ? null : conversation.sourceConversationId;
  const source = id && (await conversations.find(table, id));
  return source ? withMeeting(table, source.state) : undefined;
}

/** None where there is a text already. */
async function originsToCome(
  { files }: AppDependencies,
  conversation: OrderConversation,
  expiresAt: Instant,
): Promise<readonly string[]> {
  if ('text' in conversation) return [];
  const { id: conversationId, workspaceId } = conversation;
  const key = conversationMediaKey({ workspaceId, conversationId });
  const url = await files.linkTo(key, { expiresAt, contentType: 'application/octet-stream', filename: conversationId });
  return originsOf([{ url }]);
}

const originsOf = (files: readonly Pick<ShownFile, 'url'>[]): readonly string[] => [
  ...new Set(files.map(({ url }) => new URL(url).origin)),
];
