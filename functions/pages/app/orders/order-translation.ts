import type * as v from 'valibot';
import { formField } from '#shared/api/page-kit/forms';
import type { ConversationId } from '#shared/foundation/core/ids';
import { readFields } from '#shared/foundation/http/request/read-input';
import { orderTranslationContract } from '#shared/texts/orders/contract';
import { languagesOf } from '#shared/texts/orders/rules/create-order';
import { renderConversation } from '../conversation/conversation-page.ts';
import { loadConversation } from '../conversation/load-conversation.ts';
import type { AppPage } from '../dependencies.ts';
import { formErrors } from '../form-errors.ts';
import { requireRole } from '../workspace-access.ts';

/** POST /app/conversations/{conversation}/translations: like `POST /translate`, in the folder of the source. */
export const orderTranslation: AppPage = async (app, c) => {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  const { id, folderId } = loaded.found.conversation;
  const languages = formField(c, 'target_languages');
  try {
    const { target_languages, service, confirm } = asRequestBody(id, languages);
    const { id: order } = await app.addTranslation(id, {
      targetLanguages: languagesOf(target_languages),
      service,
      isConfirmed: confirm,
      name: undefined,
      folderId,
      tags: [],
      metadata: {},
      // The default of the workspace.
      glossaryIds: undefined,
      styleGuideId: undefined,
    });
    return c.redirect(`/app/orders/${order}`, 303);
  } catch (thrown) {
    const { messages, status } = formErrors(thrown, { target_languages: 'A language' });
    return renderConversation(app, c, loaded, { status, messages, languages });
  }
};

/** Validated by the API's contract. */
const asRequestBody = (id: ConversationId, languages: string) =>
  readFields(
    orderTranslationContract,
    { source_conversation_id: id, target_languages: languages.split(/[\s,;]+/).filter((tag) => tag !== '') },
    false,
  ) as v.InferOutput<typeof orderTranslationContract.body>;
