import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idField, idParams, nameField, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { folderFilterField } from '#shared/texts/folders/fields';
import { FolderBody } from '#shared/texts/folders/present';
import { DEEPEST_LEVEL, MOST_FOLDERS } from '#shared/texts/folders/rules/folder-tree';

const group = 'folders';
const params = idParams('fol');
const FAULTS = ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'];
const BOUNDS = `\`name\` has at most 100 characters and must not be a URL; it is unique in its parent (409). Folders are at most ${DEEPEST_LEVEL} levels deep.`;

export const createFolderContract = contract({
  method: 'POST',
  path: '/folders',
  group,
  access: 'participate',
  summary: 'Create a folder',
  description: `Without \`parent_id\` the folder is at the root. ${BOUNDS} A workspace has at most ${MOST_FOLDERS} (409).`,
  body: v.strictObject({
    workspace_id: workspaceField,
    name: nameField,
    parent_id: v.optional(v.nullable(idField('fol')), null),
  }),
  example: { workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp', name: 'Renewals' },
  responses: { 201: { description: 'The folder.', schema: FolderBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const listFoldersContract = contract({
  method: 'GET',
  path: '/folders',
  group,
  access: 'read',
  summary: 'List folders',
  description: 'All folders of the workspace, or those in `parent_id`, newest first.',
  query: v.strictObject({ workspace_id: workspaceField, parent_id: v.optional(folderFilterField), ...pageQuery }),
  responses: { 200: { description: 'A page of folders.', schema: listOf(FolderBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getFolderContract = contract({
  method: 'GET',
  path: '/folders/{id}',
  group,
  access: 'read',
  summary: 'Read a folder',
  description: 'List its conversations with `GET /conversations?folder_id=…`.',
  params,
  responses: { 200: { description: 'The folder.', schema: FolderBody } },
  errors: { 404: ['not_found'] },
});

export const updateFolderContract = contract({
  method: 'PATCH',
  path: '/folders/{id}',
  group,
  access: 'participate',
  summary: 'Rename or move a folder',
  description: `Only the fields sent are written; \`parent_id: null\` moves the folder to the root. A folder cannot be moved into itself or into a folder in it (422). ${BOUNDS}`,
  params,
  body: v.strictObject({ name: v.optional(nameField), parent_id: v.optional(v.nullable(idField('fol'))) }),
  example: { name: 'Renewals 2026' },
  responses: { 200: { description: 'The folder.', schema: FolderBody } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 422: FAULTS },
});

export const deleteFolderContract = contract({
  method: 'DELETE',
  path: '/folders/{id}',
  group,
  access: 'participate',
  audits: 'folder.deleted',
  summary: 'Delete a folder',
  description: 'Only a folder without folders and conversations can be deleted (409).',
  params,
  responses: { 200: { description: 'The folder as it was.', schema: FolderBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
