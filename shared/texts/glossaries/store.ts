import * as v from 'valibot';
import { catalogRow, withDefaults } from '#shared/foundation/dynamodb/catalog-rows';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { type Glossary, MOST_GLOSSARIES } from '#shared/texts/glossaries/rules/glossary';

const entities = entity<Glossary>({
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
export const glossaryCatalog = catalogRow({ type: 'glossary_catalog', prefix: 'glo', kind: 'GLOSSARIES' });

/** Glossaries of a workspace; their terms are files. */
export const glossaries = withDefaults(entities, {
  catalog: glossaryCatalog,
  useOf: ({ sourceLanguage }) => sourceLanguage,
  most: MOST_GLOSSARIES,
  nouns: 'glossaries',
});
