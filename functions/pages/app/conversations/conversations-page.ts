import { html } from 'hono/html';
import { linkButton, type Markup, notice, table } from '#shared/api/page-kit/components';
import { field, filterForm, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type FolderId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { mayAct } from '#shared/foundation/core/roles';
import { conversationPage } from '#shared/texts/conversations/lists-store';
import {
  CONVERSATION_KINDS,
  CONVERSATION_STATES,
  type ConversationKind,
  type ConversationState,
} from '#shared/texts/conversations/rules/conversation';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import { allFolders } from '#shared/texts/folders/store';
import { CONVERSATION_KIND_NAMES, CONVERSATION_STATE_NAMES } from '../conversation/conversation-labels.ts';
import type { AppPage } from '../dependencies.ts';
import { crumbsTo } from '../folders/folder-page.ts';
import { folderTreeView, inFolder } from '../folders/folder-tree-view.ts';
import { listPage } from '../list-page.ts';
import { trashButton } from '../trash/trash-forms.ts';
import { trashOf } from '../trash/trash-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { COLUMNS, conversationCells } from './conversation-cells.ts';

interface Filters {
  /** `root` for those in no folder; undefined for all. */
  readonly folderId: FolderId | 'root' | undefined;
  /** Empty for any. */
  readonly tag: string;
  readonly language: string;
  readonly kind: ConversationKind | undefined;
  readonly state: ConversationState | undefined;
}

/** GET /app/workspaces/{workspace}/conversations */
export const conversationsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const filters = filtersIn(c);
  const { folderId, tag, language } = filters;
  const filter = { workspaceId, ...filters, tag: tag || undefined, language: language || undefined, isDeleted: false };
  const [access, folders, { items, next }] = await Promise.all([
    resolving,
    admitted.then((isAdmitted) => (isAdmitted ? allFolders(app.table, workspaceId) : [])),
    listPage(app, c, { limit: 25, read: (request) => conversationPage(app.table, filter, { ...request, admitted }) }),
  ]);
  const shown = folders.find(({ folder }) => folder.id === folderId);
  if (folderId !== undefined && folderId !== 'root' && !shown) throw notFound('folder');
  const list = pathOf(access, 'conversations');
  const paths = new Map(folders.map(({ folder, path }) => [folder.id, path]));
  const { pathname, search } = new URL(c.req.url);
  const hasActions = mayAct(access.role, 'participate');
  return renderWorkspacePage(c, access, 'conversations', {
    title: titleOf(folderId, shown),
    breadcrumbs: shown ? [[list, 'Conversations'], ...crumbsTo(folders, shown.folder.id, list).slice(0, -1)] : [],
    main: html`<div class="beside">
<div>${folderTreeView({ folders, list, shown: folderId, trash: trashOf(access) })}
${hasActions && folderActions(workspaceId, shown)}
${hasActions && html`<p>${linkButton(`/app/workspaces/${workspaceId}/uploads`, 'Upload files')}</p>`}</div>
<div>${c.req.query('trashed') === 'yes' && notice('done', html`Moved to the <a href="${trashOf(access)}">trash</a>.`)}
${searchForm(list, filters)}
${table({
  caption: 'Conversations, newest first',
  columns: [...COLUMNS, ...(hasActions ? ['Actions'] : [])],
  rows: items.map((item) => [
    ...conversationCells(item, paths, list),
    ...(hasActions ? [trashButton(c, item.conversation, `${pathname}${search}`)] : []),
  ]),
  empty: emptyMessage(filters, next !== undefined),
})}
${nextPageLink(next, 'Earlier conversations')}</div></div>`,
  });
};

function filtersIn(c: PageContext): Filters {
  const folder = c.req.query('folder') ?? '';
  const id = idOf('fol', folder);
  if (folder !== '' && folder !== 'root' && id === undefined) throw notFound('folder');
  return {
    folderId: folder === 'root' ? folder : id,
    tag: c.req.query('tag')?.trim() ?? '',
    language: c.req.query('language')?.trim() ?? '',
    kind: CONVERSATION_KINDS.find((kind) => kind === c.req.query('kind')),
    state: CONVERSATION_STATES.find((state) => state === c.req.query('state')),
  };
}

function titleOf(folderId: Filters['folderId'], shown: FolderWithPath | undefined): string {
  if (shown) return shown.folder.name;
  return folderId === 'root' ? 'Conversations in no folder' : 'Conversations';
}

function folderActions(workspaceId: WorkspaceId, shown: FolderWithPath | undefined): Markup {
  const path = `/app/workspaces/${workspaceId}/folders`;
  return html`<p class="actions">${linkButton(shown ? `${path}?in=${shown.folder.id}` : path, 'New folder')} ${shown ? html`<a href="${path}/${shown.folder.id}">Rename, move or delete this folder</a>` : ''}</p>`;
}

const searchForm = (action: string, { folderId, tag, language, kind, state }: Filters): Markup =>
  filterForm('Conversations', {
    action,
    submit: 'Search',
    also: html`<a href="${folderId === undefined ? action : inFolder(action, folderId)}">Clear filters</a>`,
    ...(folderId !== undefined && { hidden: { folder: folderId } }),
    fields: [
      field({ name: 'tag', label: 'Tag', value: tag, required: false, maxLength: 50, autocomplete: 'off' }),
      field({
        name: 'language',
        label: 'Language code',
        value: language,
        hint: 'Such as en or de-CH',
        required: false,
        maxLength: 35,
        autocomplete: 'off',
      }),
      select({
        name: 'kind',
        label: 'Kind',
        options: [['', 'Any'], ...Object.entries(CONVERSATION_KIND_NAMES)],
        selected: kind,
      }),
      select({
        name: 'state',
        label: 'State',
        options: [['', 'Any'], ...Object.entries(CONVERSATION_STATE_NAMES)],
        selected: state,
      }),
    ],
  });

/** A page of a filtered list may be empty although there are more pages. */
function emptyMessage({ folderId, tag, language, kind, state }: Filters, hasMore: boolean): string {
  if (hasMore) return 'No matches on this page. There are more conversations to search.';
  if (tag !== '' || language !== '' || kind || state) return 'No conversation matches.';
  return folderId === undefined
    ? 'No conversations yet. Every recorded meeting becomes one, and so does every file whose text is ordered.'
    : 'No conversations in here.';
}
