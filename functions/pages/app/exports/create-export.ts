import type * as v from 'valibot';
import { formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { ConversationId } from '#shared/foundation/core/ids';
import { readFields } from '#shared/foundation/http/request/read-input';
import { addExport } from '#shared/texts/exports/commands/add-export';
import { createExportContract, textOptionsIn } from '#shared/texts/exports/contract';
import { auditedForm } from '../audited-form.ts';
import { renderConversation } from '../conversation/conversation-page.ts';
import { loadConversation } from '../conversation/load-conversation.ts';
import type { AppPage } from '../dependencies.ts';
import { formErrors } from '../form-errors.ts';
import { requireRole } from '../workspace-access.ts';

/** POST /app/conversations/{conversation}/exports: like `POST /exports` for one conversation. */
export const createExport: AppPage = async (app, c) => {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  const { id, workspaceId } = loaded.found.conversation;
  try {
    const body = asRequestBody(c, id);
    const audited = auditedForm(app, c, { action: 'export.created', workspaceId });
    const one = await addExport(audited)({
      field: 'conversation_ids',
      workspaceId,
      conversationIds: [id],
      format: body.format,
      options: textOptionsIn(body),
      styleGuideId: body.style_guide_id,
      fileStem: null,
    });
    return c.redirect(`/app/exports/${one.id}`, 303);
  } catch (thrown) {
    const { messages, status } = formErrors(thrown, { format: 'The format' });
    return renderConversation(app, c, loaded, { status, messages });
  }
};

/** Validated by the API's contract. A box that is not ticked is not sent. */
const asRequestBody = (c: PageContext, id: ConversationId) =>
  readFields(
    createExportContract,
    {
      conversation_ids: [id],
      format: formField(c, 'format'),
      show_speakers: formField(c, 'show_speakers') === 'yes',
      show_timestamps: formField(c, 'show_timestamps') === 'yes',
    },
    false,
  ) as v.InferOutput<typeof createExportContract.body>;
