import type { WorkspaceId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { OrderConversation, StoredMediaFile, StoredText } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { noon } from '#test/support/api';
import type { aConversationWorld } from './a-conversation.ts';

type World = Awaited<ReturnType<typeof aConversationWorld>>['world'];

/** What a conversation with a text has beside its state. */
export const TEXT = { text: { revision: '1', durationSeconds: 12.5 } } as const;

type Progress =
  | { readonly state: 'automatic_transcribing' }
  | { readonly state: 'automatic_done' | 'locked'; readonly text: StoredText }
  | { readonly state: 'failed'; readonly failureReason: 'translation_failed' };

type Labels = Partial<Pick<OrderConversation, 'id' | 'kind' | 'sourceConversationId' | 'name' | 'language' | 'issues'>>;

interface Recorded {
  /** The file that its text is of. */
  readonly media?: StoredMediaFile;
}

/** A translation in a workspace, with its text where it has one; in place of one that has the id. */
export async function anOrderConversation(
  { context }: World,
  { workspaceId }: { readonly workspaceId: WorkspaceId },
  { media, ...changes }: Labels & Recorded & Partial<Progress> = {},
): Promise<OrderConversation> {
  const text = { ...TEXT.text, ...(media && { media }) };
  const progress = { state: 'automatic_done', text, ...changes } as Progress;
  const conversation: OrderConversation = {
    ...{ id: context.ids.make('con'), workspaceId, orderId: context.ids.make('ord'), kind: 'translation' },
    ...{ name: 'Welcome', language: 'fr', sourceConversationId: context.ids.make('con') },
    ...{ folderId: null, tags: [], metadata: {}, createdAt: noon, updatedAt: noon },
    ...progress,
  };
  const before = await conversations.find(context.table, conversation.id);
  await context.changes.save({ at: noon, writes: [conversations.put(before, conversation)] });
  const segment = { id: 'seg_1', speakerId: null, start: 0, end: 2, text: 'Bonjour.', confidence: null, words: [] };
  await resultsInFiles(context.files).saveTranscript(
    { workspaceId, conversationId: conversation.id, revision: '1' },
    { language: 'fr', speakers: [], segments: [segment] },
  );
  return conversation;
}
