import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { alsoDocumented, idParams, nameField, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import {
  canonicalLanguageField,
  targetLanguagesField,
  termsField,
  termTextField,
} from '#shared/texts/glossaries/fields';
import { GlossaryBody, GlossaryWithTermsBody } from '#shared/texts/glossaries/present';
import { MOST_GLOSSARIES, MOST_TARGET_LANGUAGES } from '#shared/texts/glossaries/rules/glossary';
import { LONGEST_TERM, MOST_TERMS } from '#shared/texts/glossaries/rules/glossary-term';

const group = 'glossaries';
const params = idParams('glo');
const FAULTS = ['missing', 'blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'];
const RULES = `\`target_languages\` has at most ${MOST_TARGET_LANGUAGES} languages, without the source language. A glossary has at most ${MOST_TERMS} terms and 1 MB of them; a source or target has at most ${LONGEST_TERM} characters, and sources are unique. \`organization_default: true\` makes the glossary the default of the workspace for its source language, in place of another.`;

const TERM = { source: 'Rapporteur', targets: { fr: 'Rapporteur', de: 'Rapporteur' }, case_sensitive: true };

export const createGlossaryContract = contract({
  method: 'POST',
  path: '/glossaries',
  group,
  access: 'administer',
  audits: 'glossary.created',
  largeBody: true,
  summary: 'Create a glossary',
  description: `${RULES} The response has no terms. A workspace has at most ${MOST_GLOSSARIES} glossaries (409).`,
  body: v.strictObject({
    workspace_id: workspaceField,
    name: nameField,
    source_language: canonicalLanguageField,
    target_languages: v.optional(targetLanguagesField, []),
    organization_default: v.optional(v.boolean(), false),
    terms: v.optional(termsField, []),
  }),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    name: 'Products',
    source_language: 'en',
    target_languages: ['fr', 'de'],
    terms: [TERM],
  },
  responses: { 201: { description: 'The glossary, without its terms.', schema: GlossaryBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const listGlossariesContract = contract({
  method: 'GET',
  path: '/glossaries',
  group,
  access: 'read',
  summary: 'List glossaries',
  description: 'The glossaries of the workspace, newest first, without their terms.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of glossaries.', schema: listOf(GlossaryBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getGlossaryContract = contract({
  method: 'GET',
  path: '/glossaries/{id}',
  group,
  access: 'read',
  summary: 'Read a glossary',
  description: 'With all of its terms.',
  params,
  responses: { 200: { description: 'The glossary with its terms.', schema: GlossaryWithTermsBody } },
  errors: { 404: ['not_found'] },
});

export const updateGlossaryContract = contract({
  method: 'PATCH',
  path: '/glossaries/{id}',
  group,
  access: 'administer',
  audits: 'glossary.updated',
  largeBody: true,
  summary: 'Change a glossary',
  description: `Only the fields sent are written; \`terms\` replaces all. A target language that terms are translated into cannot be left out (422). ${RULES} With \`false\`, a default is none any more. The response has no terms.`,
  params,
  body: v.strictObject({
    name: v.optional(nameField),
    source_language: v.optional(canonicalLanguageField),
    target_languages: v.optional(targetLanguagesField),
    organization_default: v.optional(v.boolean()),
    terms: v.optional(termsField),
  }),
  example: { organization_default: true },
  responses: { 200: { description: 'The glossary, without its terms.', schema: GlossaryBody } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 422: FAULTS },
});

export const deleteGlossaryContract = contract({
  method: 'DELETE',
  path: '/glossaries/{id}',
  group,
  access: 'administer',
  audits: 'glossary.deleted',
  summary: 'Delete a glossary',
  description: 'Its terms are deleted with it. Texts that were made with it stay.',
  params,
  responses: { 200: { description: 'The glossary as it was, without its terms.', schema: GlossaryBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const addTermsContract = contract({
  method: 'POST',
  path: '/glossaries/{id}/terms',
  group,
  access: 'administer',
  largeBody: true,
  summary: 'Add terms to a glossary',
  description: 'A term with a source that the glossary has takes the place of that term. The response has no terms.',
  params,
  body: v.strictObject({ terms: termsField }),
  example: { terms: [TERM] },
  responses: { 200: { description: 'The glossary, without its terms.', schema: GlossaryBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: FAULTS,
  },
});

export const removeTermContract = contract({
  method: 'DELETE',
  path: '/glossaries/{id}/terms',
  group,
  access: 'administer',
  summary: 'Delete a term of a glossary',
  description: 'The term with this source. 404 where the glossary has none.',
  params,
  query: v.strictObject({ source: alsoDocumented(termTextField, { description: 'The source of the term.' }) }),
  responses: { 200: { description: 'The glossary, without its terms.', schema: GlossaryBody } },
  errors: { 400: ['bad_request', 'missing'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
