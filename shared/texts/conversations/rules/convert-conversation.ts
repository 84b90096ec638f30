import type { ConversationId, StyleGuideId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import {
  type Conversation,
  type ConversationWithMeeting,
  type Conversion,
  FIRST_REVISION,
  isOfMeeting,
  lengthOf,
  type OrderConversation,
} from '#shared/texts/conversations/rules/conversation';
import type { GuidedStyle } from '#shared/texts/style-guides/rules/style-guide';

/** More than a workspace has style guides at a time; the oldest are forgotten first. */
const MOST_CONVERSIONS = 100;

/** Subtitles with the text that they are stored with. */
export type Subtitles = OrderConversation & { readonly state: 'automatic_done' };

/** Which subtitles were made of a conversation by a style guide; undefined where there are none. */
export const conversionBy = (source: Conversation, styleGuideId: StyleGuideId | null): ConversationId | undefined =>
  source.conversions?.find((one) => one.styleGuideId === styleGuideId)?.conversationId;

/** The subtitles of a conversation: at once done, in its folder, with its name, tags and metadata, of no order. */
export function convertConversation(
  found: ConversationWithMeeting,
  { styleGuideId, style }: GuidedStyle,
  id: ConversationId,
  now: Instant,
): { readonly source: Conversation; readonly subtitles: Subtitles } {
  const { conversation } = found;
  const { workspaceId, name, language, folderId, tags, metadata } = conversation;
  const subtitles: Subtitles = {
    ...{ id, workspaceId, name, language, folderId, tags, metadata, style },
    ...{ orderId: null, kind: 'subtitles', sourceConversationId: conversation.id, createdAt: now, updatedAt: now },
    ...{ state: 'automatic_done', text: { revision: FIRST_REVISION, durationSeconds: lengthOf(found) } },
  };
  return { source: withConversion(conversation, { styleGuideId, conversationId: id }), subtitles };
}

/** In place of the one by the same style guide, which was deleted. */
function withConversion(source: Conversation, made: Conversion): Conversation {
  const others = source.conversions?.filter(({ styleGuideId }) => styleGuideId !== made.styleGuideId) ?? [];
  return { ...source, conversions: [...others, made].slice(-MOST_CONVERSIONS) };
}

/** Whether a conversation is subtitles already. */
export const isSubtitles = (conversation: Conversation): boolean =>
  !isOfMeeting(conversation) && conversation.kind === 'subtitles';
