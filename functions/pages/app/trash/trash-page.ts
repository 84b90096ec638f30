import { html } from 'hono/html';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { type Content, dateTime, linkButton, notice, table } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { mayAct } from '#shared/foundation/core/roles';
import { conversationPage } from '#shared/texts/conversations/lists-store';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { isInTrash, trashEndsAt } from '#shared/texts/conversations/rules/trash';
import { kindName } from '../conversation/conversation-labels.ts';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';

/** Path of the trash of a workspace. */
export const trashOf = ({ workspace }: WorkspaceAccess): string => `/app/workspaces/${workspace.state.id}/trash`;

/** GET /app/workspaces/{workspace}/trash: like `GET /conversations?deleted=true`. */
export const trashPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const filter = { workspaceId, isDeleted: true };
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, { limit: 25, read: (request) => conversationPage(app.table, filter, { ...request, admitted }) }),
  ]);
  const hasActions = mayAct(access.role, 'participate');
  return renderWorkspacePage(c, access, 'conversations', {
    title: 'Trash',
    lead: 'Deleted conversations can be restored for 30 days. Then they are deleted permanently.',
    breadcrumbs: [[pathOf(access, 'conversations'), 'Conversations']],
    main: html`${c.req.query('deleted') === 'yes' && notice('done', 'Deleted permanently.')}
${table({
  caption: 'Conversations in the trash, newest first',
  columns: ['Conversation', 'Kind', 'Deleted', 'Kept until', ...(hasActions ? ['Actions'] : [])],
  rows: items.map((item) => [...cells(item), ...(hasActions ? [actions(c, item)] : [])]),
  empty: next === undefined ? 'The trash is empty.' : 'Nothing on this page. There are more conversations to search.',
})}
${nextPageLink(next, 'Earlier conversations')}`,
  });
};

function cells({ conversation }: ConversationWithMeeting): readonly Content[] {
  const deletedAt = isInTrash(conversation) ? conversation.deletedAt : null;
  return [
    conversation.name,
    kindName(conversation),
    dateTime(deletedAt),
    dateTime(deletedAt && trashEndsAt(deletedAt)),
  ];
}

const actions = (c: PageContext, { conversation }: ConversationWithMeeting): Content => {
  const page = `/app/conversations/${conversation.id}`;
  return html`<div class="actions">
${form(c, { action: `${page}/restore`, submit: 'Restore', about: conversation.name })}
${linkButton(`${page}/delete`, 'Delete permanently…', conversation.name)}
</div>`;
};
