import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idParams, nameField, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { styleFields } from '#shared/texts/style-guides/fields';
import { StyleGuideBody } from '#shared/texts/style-guides/present';
import { MOST_STYLE_GUIDES, OPERATIONS } from '#shared/texts/style-guides/rules/style-guide';

const group = 'style-guides';
const params = idParams('sty');
const FAULTS = ['blank', 'inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'];
const RULES =
  '`organization_default: true` makes the guide the default of the workspace for its operation, in place of another. Lengths, reading speed and durations are for `subtitles` alone (422).';

export const createStyleGuideContract = contract({
  method: 'POST',
  path: '/style_guides',
  group,
  access: 'administer',
  audits: 'style_guide.created',
  summary: 'Create a style guide',
  description: `Fields that are left out have their defaults: nothing is kept or added, and subtitles have the limits of the Netflix Timed Text Style Guide. ${RULES} A workspace has at most ${MOST_STYLE_GUIDES} style guides (409).`,
  body: v.strictObject({
    workspace_id: workspaceField,
    name: nameField,
    operation: v.picklist(OPERATIONS),
    organization_default: v.optional(v.boolean(), false),
    ...styleFields,
  }),
  example: {
    workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp',
    name: 'Broadcast',
    operation: 'subtitles',
    organization_default: true,
    max_characters_per_line: 37,
    speaker_id: 'dash',
  },
  responses: { 201: { description: 'The style guide.', schema: StyleGuideBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const listStyleGuidesContract = contract({
  method: 'GET',
  path: '/style_guides',
  group,
  access: 'read',
  summary: 'List style guides',
  description: 'The style guides of the workspace, newest first.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of style guides.', schema: listOf(StyleGuideBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getStyleGuideContract = contract({
  method: 'GET',
  path: '/style_guides/{id}',
  group,
  access: 'read',
  summary: 'Read a style guide',
  description: 'Lengths, reading speed and durations are null in a guide for `transcription`.',
  params,
  responses: { 200: { description: 'The style guide.', schema: StyleGuideBody } },
  errors: { 404: ['not_found'] },
});

export const updateStyleGuideContract = contract({
  method: 'PATCH',
  path: '/style_guides/{id}',
  group,
  access: 'administer',
  audits: 'style_guide.updated',
  summary: 'Change a style guide',
  description: `Only the fields sent are written. The operation stays. ${RULES} With \`false\`, a default is none any more.`,
  params,
  body: v.strictObject({
    name: v.optional(nameField),
    organization_default: v.optional(v.boolean()),
    ...styleFields,
  }),
  example: { max_lines: 1 },
  responses: { 200: { description: 'The style guide.', schema: StyleGuideBody } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 422: FAULTS },
});

export const deleteStyleGuideContract = contract({
  method: 'DELETE',
  path: '/style_guides/{id}',
  group,
  access: 'administer',
  audits: 'style_guide.deleted',
  summary: 'Delete a style guide',
  description: 'Texts that were made with it stay. Without a default, the operation has the built-in defaults again.',
  params,
  responses: { 200: { description: 'The style guide as it was.', schema: StyleGuideBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
