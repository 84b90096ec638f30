import * as v from 'valibot';
import type { Listed } from '#shared/foundation/core/catalog';
import { isoOf } from '#shared/foundation/core/time';
import { documented } from '#shared/foundation/http/fields';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { Glossary } from '#shared/texts/glossaries/rules/glossary';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';

const fields = {
  id: idText('glo'),
  object: v.literal('glossary'),
  workspace_id: idText('wks'),
  name: v.string(),
  source_language: v.string(),
  target_languages: v.array(v.string()),
  organization_default: v.boolean(),
  terms_count: v.pipe(v.number(), v.integer()),
  created_at: dateTime,
  updated_at: dateTime,
};

export const GlossaryBody = v.strictObject(fields);

export const GlossaryWithTermsBody = v.pipe(
  v.strictObject({
    ...fields,
    terms: v.array(
      v.strictObject({
        source: v.string(),
        targets: documented(v.record(v.string(), v.string()), {
          type: 'object',
          additionalProperties: { type: 'string' },
        }),
        case_sensitive: v.boolean(),
      }),
    ),
  }),
  v.title('GlossaryWithTerms'),
);

export const presentGlossary = ({ state: glossary, isDefault }: Listed<Glossary>) => ({
  id: glossary.id,
  object: 'glossary',
  workspace_id: glossary.workspaceId,
  name: glossary.name,
  source_language: glossary.sourceLanguage,
  target_languages: glossary.targetLanguages,
  organization_default: isDefault,
  terms_count: glossary.terms?.count ?? 0,
  created_at: isoOf(glossary.createdAt),
  updated_at: isoOf(glossary.updatedAt),
});

export const presentGlossaryWithTerms = (listed: Listed<Glossary>, terms: readonly GlossaryTerm[]) => ({
  ...presentGlossary(listed),
  terms_count: terms.length,
  terms: terms.map(({ source, targets, caseSensitive }) => ({ source, targets, case_sensitive: caseSensitive })),
});
