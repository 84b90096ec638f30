import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { shownRecording, shownResults } from '#shared/meetings/meetings/rules/results-status';
import { keyOf, type ResultsStorage } from '#shared/meetings/results/ports';
import type { Summary } from '#shared/meetings/results/rules/results';
import type { ShownSummary } from '#shared/texts/conversation-summaries/present';
import {
  type ConversationSummary,
  isSameLanguage,
  SAME_LANGUAGE,
  summaryIdOf,
} from '#shared/texts/conversation-summaries/rules/conversation-summary';
import type { ConversationInMeeting, OrderConversation } from '#shared/texts/conversations/rules/conversation';

export interface AskedSummary {
  readonly template?: string | undefined;
  readonly language?: string | undefined;
}

type Reading = Pick<ResultsStorage, 'summary'>;

export const noSummary = (conversationId: ConversationId): ShownSummary => ({
  ...{ conversationId, meeting: null, state: 'none', id: null, template: null, language: null, content: undefined },
});

/** What the results of the meeting show; `none` where they have another template or language than was asked for. */
export async function summaryOfMeeting(
  results: Reading,
  { conversation, meeting }: ConversationInMeeting,
  asked: AskedSummary,
): Promise<ShownSummary> {
  const shown = shownRecording(meeting);
  const { summary: state, transcriptLanguage } = shownResults(meeting);
  const content = shown && state === 'ready' ? await results.summary(keyOf(meeting, shown)) : undefined;
  const isOther = content !== undefined && !isAsked(content, asked, transcriptLanguage);
  if (state === 'none' || isOther) return noSummary(conversation.id);
  const id = summaryIdOf(conversation.id);
  return { conversationId: conversation.id, meeting, state, id, template: null, language: null, content };
}

function isAsked(content: Summary, { template, language }: AskedSummary, textLanguage: string | null): boolean {
  if (template !== undefined && template !== content.template) return false;
  if (language === undefined) return true;
  if (language === SAME_LANGUAGE) return content.language === textLanguage;
  return isSameLanguage(language, content.language);
}

/** A stored summary of the text of an order, with its content where it is ready. */
export async function summaryOfText(
  results: Reading,
  { id: conversationId, language: textLanguage }: OrderConversation,
  { workspaceId, id, state, template, language }: ConversationSummary,
): Promise<ShownSummary> {
  if (state === 'none') return noSummary(conversationId);
  const content = state === 'ready' ? await results.summary({ workspaceId, conversationId, summaryId: id }) : undefined;
  // Deleted since its row was read.
  if (state === 'ready' && !content) throw notFound('summary');
  return { ...{ conversationId, meeting: null, state, id, template }, language: language ?? textLanguage, content };
}
