import type { ConversationId, SummaryId } from '#shared/foundation/core/ids';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { presentSummaryParts } from '#shared/meetings/results/present';
import type { Summary } from '#shared/meetings/results/rules/results';

/** The summary of a conversation as a request finds it. */
export interface ShownSummary {
  readonly conversationId: ConversationId;
  /** Null where the text came of no meeting. */
  readonly meeting: Meeting | null;
  readonly state: 'processing' | 'ready' | 'failed' | 'none';
  /** Null where there is none. */
  readonly id: SummaryId | null;
  /** Of a summary that is not ready, as far as they are known. */
  readonly template: string | null;
  readonly language: string | null;
  /** Where it is ready. */
  readonly content: Summary | undefined;
}

export const presentConversationSummary = (shown: ShownSummary) => ({
  id: shown.id,
  object: 'conversation_summary',
  conversation_id: shown.conversationId,
  state: shown.state,
  engine: shown.content?.engine ?? null,
  language: shown.content ? shown.content.language : shown.language,
  template: shown.content?.template ?? shown.template,
  summary: shown.content?.markdown ?? null,
  ...presentSummaryParts(shown.meeting, shown.content),
});
