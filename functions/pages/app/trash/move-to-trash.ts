import { formField } from '#shared/api/page-kit/forms';
import { localPath } from '#shared/api/page-kit/local-path';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { trashConversation } from '#shared/texts/conversations/commands/move-to-trash';
import { auditedForm } from '../audited-form.ts';
import { renderConversation } from '../conversation/conversation-page.ts';
import { type LoadedConversation, loadConversation } from '../conversation/load-conversation.ts';
import type { AppPage } from '../dependencies.ts';
import { inFolder } from '../folders/folder-tree-view.ts';
import { formErrors } from '../form-errors.ts';
import { requireRole } from '../workspace-access.ts';
import { pathOf } from '../workspace-page.ts';
import { BACK_FIELD } from './trash-forms.ts';

/** POST /app/conversations/{conversation}/trash: like `DELETE /conversations/{id}`. Ends on the list that it was sent from. */
export const moveToTrash: AppPage = async (app, c) => {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  try {
    const { id, workspaceId } = loaded.found.conversation;
    await trashConversation(auditedForm(app, c, { action: 'conversation.deleted', workspaceId, targetId: id }))(id);
    return c.redirect(withNotice(listIn(c, loaded)), 303);
  } catch (thrown) {
    const { messages, status } = formErrors(thrown, {});
    return renderConversation(app, c, loaded, { status, messages });
  }
};

/** The list of the form, with its filters; else that of the conversation's folder. */
function listIn(c: PageContext, { access, found }: LoadedConversation): string {
  const list = pathOf(access, 'conversations');
  const back = localPath(formField(c, BACK_FIELD));
  if (back === list || back?.startsWith(`${list}?`)) return back;
  const { folderId } = found.conversation;
  return folderId === null ? list : inFolder(list, folderId);
}

/** The list with the notice that a conversation was moved. */
function withNotice(list: string): string {
  const [path, query] = list.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('trashed', 'yes');
  return `${path}?${parameters}`;
}
