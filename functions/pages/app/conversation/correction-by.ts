import type { PageContext } from '#shared/api/page-kit/page-kit';
import { correctTranscript } from '#shared/texts/conversations/commands/correct-transcript';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { LoadedConversation } from './load-conversation.ts';

export type CorrectTranscript = ReturnType<typeof correctTranscript>;

/** The command that corrects the text of a conversation, with its audit event. */
export function correctionBy(app: AppDependencies, c: PageContext, { found }: LoadedConversation): CorrectTranscript {
  const { id, workspaceId } = found.conversation;
  return correctTranscript(auditedForm(app, c, { action: 'conversation.corrected', workspaceId, targetId: id }));
}
