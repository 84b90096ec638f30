import { html } from 'hono/html';
import type * as v from 'valibot';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { linkButton, type Markup, notice } from '#shared/api/page-kit/components';
import { field, form, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type FolderId, idOf } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { readFields } from '#shared/foundation/http/request/read-input';
import { deleteFolder } from '#shared/texts/folders/commands/change-folders';
import { updateFolderContract } from '#shared/texts/folders/contract';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import { allFolders } from '#shared/texts/folders/store';
import { auditedForm } from '../audited-form.ts';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { FOLDER_LABELS } from './create-folder.ts';
import { folderChosen, folderOptions, inFolder, lineTo } from './folder-tree-view.ts';

interface ShownFolder {
  readonly access: WorkspaceAccess;
  readonly folders: readonly FolderWithPath[];
  readonly shown: FolderWithPath;
  /** Path of the page. */
  readonly page: string;
}

/** Loads the folder of the path among all of its workspace, for a user whose role may change it. */
async function loadFolder(app: AppDependencies, c: PageContext): Promise<ShownFolder> {
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const access = requireRole(await resolving, 'participate');
  const id = idOf('fol', c.req.param('folder'));
  const folders = await allFolders(app.table, workspaceId);
  const shown = folders.find(({ folder }) => folder.id === id);
  if (!shown) throw notFound('folder');
  return { access, folders, shown, page: `/app/workspaces/${workspaceId}/folders/${shown.folder.id}` };
}

/** GET …/folders/{folder}: forms to rename, move and delete it. */
export const folderPage: AppPage = async (app, c) => {
  const found = await loadFolder(app, c);
  const { name, parentId } = found.shown.folder;
  return renderFolder(c, found, { name, parent: parentId ?? '' });
};

/** POST …/folders/{folder}: renames and moves it like `PATCH /folders/{id}`. */
export const changeFolder: AppPage = async (app, c) => {
  const found = await loadFolder(app, c);
  const submitted = { name: formField(c, 'name'), parent: formField(c, 'parent_id') };
  try {
    const { name, parent_id: parentId } = asRequestBody(submitted);
    const { folder } = await app.saveFolder(found.shown.folder.id, { name, parentId });
    return c.redirect(inFolder(pathOf(found.access, 'conversations'), folder.id), 303);
  } catch (thrown) {
    return renderFolder(c, found, submitted, formErrors(thrown, FOLDER_LABELS));
  }
};

/** POST …/folders/{folder}/delete: like `DELETE /folders/{id}`. Ends in the folder above. */
export const removeFolder: AppPage = async (app, c) => {
  const found = await loadFolder(app, c);
  const { id, name, parentId } = found.shown.folder;
  try {
    const { workspaceId } = found.shown.folder;
    await deleteFolder(auditedForm(app, c, { action: 'folder.deleted', workspaceId, targetId: id }))(id);
    const list = pathOf(found.access, 'conversations');
    return c.redirect(parentId === null ? list : inFolder(list, parentId), 303);
  } catch (thrown) {
    return renderFolder(c, found, { name, parent: parentId ?? '' }, formErrors(thrown, {}));
  }
};

interface Submitted {
  readonly name: string;
  /** An option of the field. */
  readonly parent: string;
}

/** Validated by the API's contract. */
const asRequestBody = ({ name, parent }: Submitted) =>
  readFields(updateFolderContract, { name, parent_id: folderChosen(parent) }, false) as v.InferOutput<
    typeof updateFolderContract.body
  >;

function renderFolder(c: PageContext, found: ShownFolder, { name, parent }: Submitted, errors?: FormErrors) {
  const { access, folders, shown, page } = found;
  const list = pathOf(access, 'conversations');
  const back = inFolder(list, shown.folder.id);
  return renderWorkspacePage(c, access, 'conversations', {
    title: `Folder ${shown.folder.name}`,
    status: errors?.status ?? 200,
    breadcrumbs: [[list, 'Conversations'], ...crumbsTo(folders, shown.folder.id, list)],
    main: html`${errors?.messages.map((message) => notice('problem', message))}
${form(c, {
  action: page,
  submit: 'Save',
  fields: [
    field({ name: 'name', label: 'Name', value: name, maxLength: 100, autocomplete: 'off' }),
    select({ name: 'parent_id', label: 'In', options: folderOptions(folders, 'No folder'), selected: parent }),
  ],
  also: linkButton(back, 'Cancel'),
})}
${deletion(c, page)}`,
  });
}

/** The folders from the root down to one of them, as breadcrumbs. */
export const crumbsTo = (folders: readonly FolderWithPath[], id: FolderId, list: string) =>
  lineTo(folders, id).map(({ folder }) => [inFolder(list, folder.id), folder.name] as const);

const deletion = (c: PageContext, page: string): Markup => html`<h2>Delete</h2>
<p>Only a folder without folders and conversations can be deleted. Move them first.</p>
${form(c, { action: `${page}/delete`, submit: 'Delete folder', danger: true })}`;
