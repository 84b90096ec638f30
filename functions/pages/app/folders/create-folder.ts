import { html } from 'hono/html';
import type * as v from 'valibot';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { linkButton, notice } from '#shared/api/page-kit/components';
import { field, form, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { readFields } from '#shared/foundation/http/request/read-input';
import { createFolderContract } from '#shared/texts/folders/contract';
import { allFolders } from '#shared/texts/folders/store';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { folderChosen, folderOptions, inFolder } from './folder-tree-view.ts';

interface Submitted {
  readonly name: string;
  /** An option of the field. */
  readonly parent: string;
}

/** GET …/folders: the form of a new folder, in the folder that the query names. */
export const newFolderPage: AppPage = async (app, c) => {
  const access = requireRole(await resolveWorkspace(app, c).access, 'participate');
  return renderNewFolder(app, c, access, { name: '', parent: c.req.query('in') ?? '' });
};

/** POST …/folders: creates a folder like `POST /folders`. */
export const createFolder: AppPage = async (app, c) => {
  const { workspaceId, access: resolving } = resolveWorkspace(app, c);
  const access = requireRole(await resolving, 'participate');
  const submitted = { name: formField(c, 'name'), parent: formField(c, 'parent_id') };
  try {
    const { name, parent_id: parentId } = asRequestBody(workspaceId, submitted);
    const { folder } = await app.addFolder({ workspaceId, name, parentId });
    return c.redirect(inFolder(pathOf(access, 'conversations'), folder.id), 303);
  } catch (thrown) {
    return renderNewFolder(app, c, access, submitted, formErrors(thrown, FOLDER_LABELS));
  }
};

/** The fields of the forms, as messages name them. */
export const FOLDER_LABELS = { name: 'The name', parent_id: 'The folder it is in' };

/** Validated by the API's contract. */
const asRequestBody = (workspaceId: string, { name, parent }: Submitted) =>
  readFields(
    createFolderContract,
    { workspace_id: workspaceId, name, parent_id: folderChosen(parent) },
    false,
  ) as v.InferOutput<typeof createFolderContract.body>;

async function renderNewFolder(
  app: AppDependencies,
  c: PageContext,
  access: WorkspaceAccess,
  { name, parent }: Submitted,
  errors?: FormErrors,
) {
  const folders = await allFolders(app.table, access.workspace.state.id);
  const list = pathOf(access, 'conversations');
  return renderWorkspacePage(c, access, 'conversations', {
    title: 'New folder',
    status: errors?.status ?? 200,
    breadcrumbs: [[list, 'Conversations']],
    main: html`${errors?.messages.map((message) => notice('problem', message))}
${form(c, {
  action: c.req.path,
  submit: 'Create folder',
  fields: [
    field({ name: 'name', label: 'Name', value: name, maxLength: 100, autocomplete: 'off' }),
    select({ name: 'parent_id', label: 'In', options: folderOptions(folders, 'No folder'), selected: parent }),
  ],
  also: linkButton(list, 'Cancel'),
})}`,
  });
}
