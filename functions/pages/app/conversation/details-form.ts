import type * as v from 'valibot';
import type { Markup } from '#shared/api/page-kit/components';
import { field, form, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { readFields } from '#shared/foundation/http/request/read-input';
import { updateConversationContract } from '#shared/texts/conversations/contract';
import { type Conversation, LONGEST_NAME } from '#shared/texts/conversations/rules/conversation';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import { folderChosen, folderOptions } from '../folders/folder-tree-view.ts';

/** Name, folder and tags, as the form has them. */
export interface Details {
  readonly name: string;
  /** An option of the field. */
  readonly folder: string;
  /** Separated by commas. */
  readonly tags: string;
}

export const DETAIL_LABELS = { name: 'The name', folder_id: 'The folder', tags: 'Each tag' };

export const detailsOf = ({ name, folderId, tags }: Conversation): Details => ({
  name,
  folder: folderId ?? '',
  tags: tags.join(', '),
});

export const detailsIn = (c: PageContext): Details => ({
  name: formField(c, 'name'),
  folder: formField(c, 'folder_id'),
  tags: formField(c, 'tags'),
});

/** Validated by the API's contract. */
export const patchOf = ({ name, folder, tags }: Details) =>
  readFields(
    updateConversationContract,
    {
      name,
      folder_id: folderChosen(folder),
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    },
    false,
  ) as v.InferOutput<typeof updateConversationContract.body>;

export const detailsForm = (
  c: PageContext,
  action: string,
  { name, folder, tags }: Details,
  folders: readonly FolderWithPath[],
): Markup =>
  form(c, {
    action,
    submit: 'Save',
    fields: [
      field({ name: 'name', label: 'Name', value: name, maxLength: LONGEST_NAME, autocomplete: 'off' }),
      select({ name: 'folder_id', label: 'Folder', options: folderOptions(folders, 'No folder'), selected: folder }),
      field({
        name: 'tags',
        label: 'Tags',
        value: tags,
        hint: 'Separated by commas: renewal, q4',
        required: false,
        autocomplete: 'off',
      }),
    ],
  });
