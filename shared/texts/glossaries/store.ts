import * as v from 'valibot';
import { isDefaultIn } from '#shared/foundation/core/catalog';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { catalogRow } from '#shared/foundation/dynamodb/catalog-rows';
import { entity } from '#shared/foundation/dynamodb/entity';
import { glossaryCatalogKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { Glossary, ListedGlossary } from '#shared/texts/glossaries/rules/glossary';

/** Glossaries of a workspace; their terms are files. */
export const glossaries = entity<Glossary>({
  noun: 'glossary',
  type: 'glossary',
  prefix: 'glo',
  list: 'GLO',
  schema: v.object({
    id: id('glo'),
    workspaceId: id('wks'),
    name: v.string(),
    sourceLanguage: v.string(),
    targetLanguages: v.array(v.string()),
    terms: v.nullable(v.object({ revision: v.string(), count: v.number(), languages: v.array(v.string()) })),
    createdAt: instant,
    updatedAt: instant,
  }),
  notes: { rows: { 'wks_, GLOSSARIES': 'Count of the glossaries, and the default for each source language' } },
});

/** Uses are the source languages. */
export const glossaryCatalog = catalogRow({ type: 'glossary_catalog', prefix: 'glo', key: glossaryCatalogKey });

/** With whether it is a default, by the catalog of its workspace. */
export async function listedGlossary(table: Table, glossary: Glossary): Promise<ListedGlossary> {
  const { state } = await glossaryCatalog.find(table, glossary.workspaceId);
  return { glossary, isDefault: isDefaultIn(state, glossary.id) };
}

/** Newest first. */
export async function glossaryPage(
  table: Table,
  workspace: WorkspaceId,
  request: PageRequest,
): Promise<Page<ListedGlossary>> {
  const [page, { state }] = await Promise.all([
    glossaries.list(table, workspace, request),
    glossaryCatalog.find(table, workspace),
  ]);
  return filterMapPage(page, (glossary) => ({ glossary, isDefault: isDefaultIn(state, glossary.id) }));
}
