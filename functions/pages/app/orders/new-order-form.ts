import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { choice, field, form, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { LONGEST_NAME } from '#shared/texts/conversations/rules/conversation';
import type { Operation } from '#shared/texts/style-guides/rules/style-guide';
import { folderChosen, folderOptions } from '../folders/folder-tree-view.ts';
import type { OrderChoices } from './order-choices.ts';
import { DEFAULT_WRITING, type Writing, writingBody, writingFields, writingIn } from './writing-fields.ts';

/** What is to be made of uploads, as the form has it. */
export interface NewOrder {
  readonly kind: Operation;
  readonly language: string;
  /** Of a single upload; empty for the name of the file. */
  readonly name: string;
  /** An option of the field. */
  readonly folder: string;
  readonly writing: Writing;
}

export const EMPTY: NewOrder = {
  ...{ kind: 'transcription', language: 'auto', name: '', folder: '' },
  writing: DEFAULT_WRITING,
};

export const NEW_ORDER_LABELS = {
  ...{ language: 'The language', name: 'The name', folder_id: 'The folder' },
  ...{ glossary_ids: 'The choice of glossaries', style_guide_id: 'The style guide', url: 'The upload' },
};

export const newOrderIn = (c: PageContext): NewOrder => ({
  kind: formField(c, 'kind') === 'subtitles' ? 'subtitles' : 'transcription',
  language: formField(c, 'language'),
  name: formField(c, 'name'),
  folder: formField(c, 'folder_id'),
  writing: writingIn(c),
});

/** The body of an order, for the API's contract to validate. */
export const bodyOf = ({ kind, language, name, folder, writing }: NewOrder) => ({
  language,
  ...(name !== '' && { name }),
  folder_id: folderChosen(folder),
  ...writingBody(writing, kind),
});

interface Shown extends OrderChoices {
  readonly action: string;
  /** Ids of the uploads, separated by commas. */
  readonly uploads: string;
  readonly isSingle: boolean;
  /** Why fields were refused. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Fields that show why they were refused. */
export const FIELDS_WITH_ERRORS = ['language', 'name'] as const;

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
        error: shown.errors['language'],
        maxLength: 35,
        autocomplete: 'off',
      }),
      ...(shown.isSingle ? [nameField(order, shown.errors['name'])] : []),
      select({
        name: 'folder_id',
        label: 'Folder',
        options: folderOptions(shown.folders, 'No folder'),
        selected: order.folder,
      }),
      ...writingFields(shown, order.writing),
    ],
  });

const KINDS = [
  ['transcription', 'Transcript'],
  ['subtitles', 'Subtitles'],
] as const;

const nameField = ({ name }: NewOrder, error: string | undefined): Markup =>
  field({
    name: 'name',
    label: 'Name',
    value: name,
    hint: 'Left empty: the name of the file',
    error,
    required: false,
    maxLength: LONGEST_NAME,
    autocomplete: 'off',
  });
