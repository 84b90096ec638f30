import { html } from 'hono/html';
import { LONGEST_NAME } from '#shared/conversations/rules/conversation';
import type { FolderWithPath } from '#shared/folders/rules/folder';
import type { Glossary } from '#shared/glossaries/rules/glossary';
import type { Markup } from '#shared/page-kit/components';
import { choice, field, form, formField, select } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { folderChosen, folderOptions } from '../folders/folder-tree-view.ts';

/** What is to be made of uploads, as the form has it. */
export interface NewOrder {
  readonly kind: string;
  readonly language: string;
  /** Of a single upload; empty for the name of the file. */
  readonly name: string;
  /** An option of the field. */
  readonly folder: string;
  /** `default`: that of the workspace. */
  readonly glossaries: 'default' | 'none';
  /** Ids of glossaries, which count before `glossaries`. */
  readonly chosen: readonly string[];
}

export const EMPTY: NewOrder = {
  ...{ kind: 'transcription', language: 'auto', name: '', folder: '' },
  ...{ glossaries: 'default', chosen: [] },
};

export const NEW_ORDER_LABELS = {
  ...{ language: 'The language', name: 'The name', folder_id: 'The folder' },
  ...{ glossary_ids: 'The choice of glossaries', url: 'The upload' },
};

const GLOSSARY_FIELD = 'glossary-';

export const newOrderIn = (c: PageContext): NewOrder => ({
  kind: formField(c, 'kind'),
  language: formField(c, 'language'),
  name: formField(c, 'name'),
  folder: formField(c, 'folder_id'),
  glossaries: formField(c, 'glossaries') === 'none' ? 'none' : 'default',
  chosen: [...(c.get('formFields')?.keys() ?? [])].flatMap((name) =>
    name.startsWith(GLOSSARY_FIELD) ? [name.slice(GLOSSARY_FIELD.length)] : [],
  ),
});

/** The body of an order, for the API's contract to validate. */
export const bodyOf = ({ language, name, folder, glossaries, chosen }: NewOrder) => ({
  language,
  ...(name !== '' && { name }),
  folder_id: folderChosen(folder),
  ...(chosen.length > 0 ? { glossary_ids: chosen } : glossaries === 'none' && { glossary_ids: [] }),
});

interface Shown {
  readonly action: string;
  /** Ids of the uploads, separated by commas. */
  readonly uploads: string;
  readonly isSingle: boolean;
  readonly folders: readonly FolderWithPath[];
  readonly glossaries: readonly Glossary[];
}

export const newOrderForm = (c: PageContext, shown: Shown, order: NewOrder): Markup =>
  form(c, {
    action: shown.action,
    submit: 'Order',
    hidden: { uploads: shown.uploads },
    fields: [
      html`<fieldset><legend>Make</legend>${KINDS.map(([value, label]) => choice({ type: 'radio', name: 'kind', value, label, checked: value === order.kind }))}</fieldset>`,
      field({
        name: 'language',
        label: 'Spoken language',
        value: order.language,
        hint: 'A code such as en or de-CH, or auto to recognize it',
        maxLength: 35,
        autocomplete: 'off',
      }),
      ...(shown.isSingle ? [nameField(order)] : []),
      select({
        name: 'folder_id',
        label: 'Folder',
        options: folderOptions(shown.folders, 'No folder'),
        selected: order.folder,
      }),
      ...(shown.glossaries.length === 0 ? [] : [glossaryFields(shown.glossaries, order)]),
    ],
  });

const KINDS = [
  ['transcription', 'Transcript'],
  ['subtitles', 'Subtitles'],
] as const;

const nameField = ({ name }: NewOrder): Markup =>
  field({
    name: 'name',
    label: 'Name',
    value: name,
    hint: 'Left empty: the name of the file',
    required: false,
    maxLength: LONGEST_NAME,
    autocomplete: 'off',
  });

const glossaryFields = (glossaries: readonly Glossary[], { chosen, glossaries: otherwise }: NewOrder): Markup =>
  html`<fieldset><legend>Glossaries</legend>
${glossaries.map(({ id, name, sourceLanguage }) => choice({ type: 'checkbox', name: `${GLOSSARY_FIELD}${id}`, value: 'yes', label: `${name} (${sourceLanguage})`, checked: chosen.includes(id), required: false }))}
${select({
  name: 'glossaries',
  label: 'If none is ticked',
  options: [
    ['default', 'The default for the language'],
    ['none', 'No glossary'],
  ],
  selected: otherwise,
})}</fieldset>`;
