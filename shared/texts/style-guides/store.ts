import * as v from 'valibot';
import { isDefaultIn } from '#shared/foundation/core/catalog';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { catalogRow } from '#shared/foundation/dynamodb/catalog-rows';
import { entity } from '#shared/foundation/dynamodb/entity';
import { styleGuideCatalogKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { type ListedStyleGuide, SPEAKER_IDS, type StyleGuide } from '#shared/texts/style-guides/rules/style-guide';

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

export const styleGuides = entity<StyleGuide>({
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
export const styleGuideCatalog = catalogRow({ type: 'style_guide_catalog', prefix: 'sty', key: styleGuideCatalogKey });

/** With whether it is a default, by the catalog of its workspace. */
export async function listedStyleGuide(table: Table, guide: StyleGuide): Promise<ListedStyleGuide> {
  const { state } = await styleGuideCatalog.find(table, guide.workspaceId);
  return { guide, isDefault: isDefaultIn(state, guide.id) };
}

/** Newest first. */
export async function styleGuidePage(
  table: Table,
  workspace: WorkspaceId,
  request: PageRequest,
): Promise<Page<ListedStyleGuide>> {
  const [page, { state }] = await Promise.all([
    styleGuides.list(table, workspace, request),
    styleGuideCatalog.find(table, workspace),
  ]);
  return filterMapPage(page, (guide) => ({ guide, isDefault: isDefaultIn(state, guide.id) }));
}
