import * as v from 'valibot';
import { catalogRow, withDefaults } from '#shared/foundation/dynamodb/catalog-rows';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { MOST_STYLE_GUIDES, SPEAKER_IDS, type StyleGuide } from '#shared/texts/style-guides/rules/style-guide';

const guideOfAny = {
  id: id('sty'),
  workspaceId: id('wks'),
  name: v.string(),
  style: v.object({
    isVerbatim: v.boolean(),
    fixGrammar: v.boolean(),
    sdh: v.boolean(),
    speakerId: v.picklist(SPEAKER_IDS),
    notationTags: v.boolean(),
  }),
  createdAt: instant,
  updatedAt: instant,
};

const entities = entity<StyleGuide>({
  noun: 'style guide',
  type: 'style_guide',
  prefix: 'sty',
  list: 'STY',
  schema: v.variant('operation', [
    v.object({ ...guideOfAny, operation: v.literal('transcription') }),
    v.object({
      ...guideOfAny,
      operation: v.literal('subtitles'),
      limits: v.object({
        maxCharactersPerLine: v.number(),
        maxLines: v.number(),
        maxCharactersPerSecond: v.number(),
        minDurationMs: v.number(),
        maxDurationMs: v.number(),
        minGapMs: v.number(),
      }),
    }),
  ]),
  notes: { rows: { 'wks_, STYLE_GUIDES': 'Count of the style guides, and the default for each operation' } },
});

/** Uses are the operations. */
export const styleGuideCatalog = catalogRow({ type: 'style_guide_catalog', prefix: 'sty', kind: 'STYLE_GUIDES' });

export const styleGuides = withDefaults(entities, {
  catalog: styleGuideCatalog,
  useOf: ({ operation }) => operation,
  most: MOST_STYLE_GUIDES,
  nouns: 'style guides',
});
