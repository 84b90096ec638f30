import { correctTranscript } from '#shared/conversations/commands/correct-transcript';
import type { PageContext } from '#shared/page-kit/page-kit';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { LoadedConversation } from './load-conversation.ts';

export type CorrectTranscript = ReturnType<typeof correctTranscript>;

/** The command that corrects the text of a conversation, with its audit event. */
export function correctionBy(app: AppDependencies, c: PageContext, { found }: LoadedConversation): CorrectTranscript {
  const { id, workspaceId } = found.conversation;
  return correctTranscript(auditedForm(app, c, { action: 'conversation.corrected', workspaceId, targetId: id }));
}
