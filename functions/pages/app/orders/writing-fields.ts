import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { choice, formField, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Listed } from '#shared/foundation/core/catalog';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import { OPERATIONS, type Operation, type StyleGuide } from '#shared/texts/style-guides/rules/style-guide';

/** By what the texts of an order are written, as the form has it. */
export interface Writing {
  /** `default`: that of the workspace. */
  readonly glossaries: 'default' | 'none';
  /** Ids of glossaries, which count before `glossaries`. */
  readonly chosen: readonly string[];
  /** An option of the field of each kind of text: an id or `none`; empty for the default of the workspace. */
  readonly styleGuides: Readonly<Record<Operation, string>>;
}

export const DEFAULT_WRITING: Writing = {
  glossaries: 'default',
  chosen: [],
  styleGuides: { transcription: '', subtitles: '' },
};

/** What a workspace has. */
export interface WritingChoices {
  readonly glossaries: readonly Listed<Glossary>[];
  readonly styleGuides: readonly Listed<StyleGuide>[];
}

const NONE = 'none';
const GLOSSARY_FIELD = 'glossary-';
const guideField = (operation: Operation): string => `style-guide-${operation}`;

export const writingIn = (c: PageContext): Writing => ({
  glossaries: formField(c, 'glossaries') === NONE ? NONE : 'default',
  chosen: [...(c.get('formFields')?.keys() ?? [])].flatMap((name) =>
    name.startsWith(GLOSSARY_FIELD) ? [name.slice(GLOSSARY_FIELD.length)] : [],
  ),
  styleGuides: {
    transcription: formField(c, guideField('transcription')),
    subtitles: formField(c, guideField('subtitles')),
  },
});

/** The fields of an order, for the API's contract to validate. What is left out is the default of the workspace. */
export function writingBody({ glossaries, chosen, styleGuides }: Writing, kind: Operation) {
  const guide = styleGuides[kind];
  return {
    ...(chosen.length > 0 ? { glossary_ids: chosen } : glossaries === NONE && { glossary_ids: [] }),
    ...(guide !== '' && { style_guide_id: guide === NONE ? null : guide }),
  };
}

/** Fields for what there is to choose. */
export const writingFields = ({ glossaries, styleGuides }: WritingChoices, writing: Writing): readonly Markup[] => [
  ...OPERATIONS.flatMap((operation) => {
    const guides = styleGuides.filter(({ state }) => state.operation === operation);
    return guides.length === 0 ? [] : [guideSelect(operation, guides, writing.styleGuides[operation])];
  }),
  ...(glossaries.length === 0 ? [] : [glossaryFields(glossaries, writing)]),
];

const GUIDE_LABELS: Readonly<Record<Operation, string>> = {
  transcription: 'Style guide of transcripts',
  subtitles: 'Style guide of subtitles',
};

/** The stylesheet shows the field of the kind that is chosen. */
function guideSelect(operation: Operation, guides: readonly Listed<StyleGuide>[], option: string): Markup {
  const byDefault = guides.find(({ isDefault }) => isDefault)?.state.id ?? NONE;
  return html`<div data-of="${operation}">${select({
    name: guideField(operation),
    label: GUIDE_LABELS[operation],
    options: [
      ...guides.map(({ state: guide, isDefault }) => [guide.id, named(guide.name, isDefault)] as const),
      [NONE, 'No style guide'],
    ],
    selected: option === '' ? byDefault : option,
  })}</div>`;
}

const glossaryFields = (glossaries: readonly Listed<Glossary>[], { chosen, glossaries: otherwise }: Writing): Markup =>
  html`<fieldset><legend>Glossaries</legend>
${glossaries.map(({ state: { id, name, sourceLanguage }, isDefault }) => choice({ type: 'checkbox', name: `${GLOSSARY_FIELD}${id}`, value: 'yes', label: named(`${name} (${sourceLanguage})`, isDefault), checked: chosen.includes(id), required: false }))}
${select({
  name: 'glossaries',
  label: 'If none is ticked',
  options: [
    ['default', 'The default for the language'],
    [NONE, 'No glossary'],
  ],
  selected: otherwise,
})}</fieldset>`;

const named = (name: string, isDefault: boolean): string => (isDefault ? `${name}, the default` : name);
