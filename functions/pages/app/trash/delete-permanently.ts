import { html } from 'hono/html';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { linkButton, notice } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf } from '#shared/foundation/core/ids';
import { deleteConversation } from '#shared/texts/conversations/commands/delete-conversation';
import { restoreConversation } from '#shared/texts/conversations/commands/restore-conversation';
import type { Conversation } from '#shared/texts/conversations/rules/conversation';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole, resolveResource } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { trashOf } from './trash-page.ts';

interface Found {
  readonly access: WorkspaceAccess;
  readonly conversation: Conversation;
}

/** The conversation of the path, in the trash or not, for a user whose role may delete it. */
async function loadInTrashToo(app: AppDependencies, c: PageContext): Promise<Found> {
  const id = idOf('con', c.req.param('conversation'));
  const reading = Promise.resolve(id && findInTrashToo(app.table, id));
  const { resource, access } = await resolveResource(app, c, conversations.noun, reading);
  return { access: requireRole(access, 'participate'), conversation: resource.state };
}

/** POST /app/conversations/{conversation}/restore: like `POST /conversations/{id}/restore`. */
export const restore: AppPage = async (app, c) => {
  const { conversation } = await loadInTrashToo(app, c);
  const { id, workspaceId } = conversation;
  await restoreConversation(auditedForm(app, c, { action: 'conversation.restored', workspaceId, targetId: id }))(id);
  return c.redirect(`/app/conversations/${conversation.id}?restored=yes`, 303);
};

/** GET /app/conversations/{conversation}/delete: asks for confirmation. */
export const deletionPage: AppPage = async (app, c) => renderDeletion(c, await loadInTrashToo(app, c));

/** POST /app/conversations/{conversation}/delete: like `DELETE /conversations/{id}?permanent=true`. */
export const deletePermanently: AppPage = async (app, c) => {
  const found = await loadInTrashToo(app, c);
  try {
    const { id, workspaceId } = found.conversation;
    await deleteConversation(auditedForm(app, c, { action: 'conversation.deleted', workspaceId, targetId: id }))(id);
    return c.redirect(`${trashOf(found.access)}?deleted=yes`, 303);
  } catch (thrown) {
    return renderDeletion(c, found, formErrors(thrown, {}));
  }
};

const renderDeletion = (c: PageContext, { access, conversation }: Found, errors?: FormErrors) =>
  renderWorkspacePage(c, access, 'conversations', {
    title: `Delete ${conversation.name} permanently?`,
    status: errors?.status ?? 200,
    breadcrumbs: [
      [pathOf(access, 'conversations'), 'Conversations'],
      [trashOf(access), 'Trash'],
    ],
    main: html`${errors?.messages.map((message) => notice('problem', message))}
<p>This cannot be undone. The text is deleted with its corrections, and exports that hold it expire.</p>
${form(c, {
  action: `/app/conversations/${conversation.id}/delete`,
  submit: 'Delete permanently',
  danger: true,
  also: linkButton(trashOf(access), 'Cancel'),
})}`,
  });
