import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idParams, optionalWorkspaceField, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { kitEntries, kitPatchIn } from '#shared/meetings/brand-kits/fields';
import { BrandKitBody } from '#shared/meetings/brand-kits/present';

const group = 'brand-kits';

const FIELDS =
  'The options of a `type` that is not selected are kept; the selected type requires its own (422 `missing`). An image is set by the id of a file of the owning workspace and copied: the kit keeps the image, with its own `url`, when the file is deleted. The email logo defaults to the tile logo. In `email.branded.cta.url`, `{{meeting_id}}` is replaced by the meeting id. `workspace_ids` are the workspaces that use the kit: writing an id there makes the kit the choice of that workspace for all its meetings (its policy shows it), and taking it out undoes that choice; a workspace that chooses the kit in its settings appears there. The owning workspace is not among them by itself. At most 20 others; the key must be an owner or admin of each. Workspaces that the key does not belong to are neither shown nor changed, and `workspace_id` is null if the key does not belong to the owning workspace.';

const FAULTS = [
  'missing',
  'blank',
  'invalid',
  'inclusion',
  'invalid_type',
  'invalid_format',
  'too_long',
  'unknown_field',
];

export const createBrandKitContract = contract({
  method: 'POST',
  path: '/brand_kits',
  group,
  feature: 'brand_kits',
  choices: 'brand_kit',
  access: 'administer',
  audits: 'brand_kit.created',
  summary: 'Create a brand kit',
  description: `Without \`workspace_id\`, the kit belongs to the workspace of the key, if the key belongs to exactly one. ${FIELDS}`,
  body: v.pipe(
    v.strictObject({ workspace_id: optionalWorkspaceField, ...kitEntries }),
    v.transform(({ workspace_id, ...fields }) => ({
      workspace_id,
      workspace_ids: fields.workspace_ids,
      patch: kitPatchIn(fields),
    })),
  ),
  example: {
    workspace_id: 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t',
    name: 'Acme',
    bot: {
      name: 'Acme Notes',
      tile: { type: 'color', color: { value: '#1a2b3c' } },
      chat: { enabled: true, recording_message: 'Acme Notes is recording.' },
    },
    email: { type: 'branded', branded: { color: '#1a2b3c', cta: { type: 'none' } } },
  },
  responses: { 201: { description: 'The brand kit.', schema: BrandKitBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const listBrandKitsContract = contract({
  method: 'GET',
  path: '/brand_kits',
  group,
  access: 'read',
  summary: 'List brand kits',
  description:
    'The brand kits that settings of the workspace may use: its own, and those of others that it uses. Newest first.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of brand kits.', schema: listOf(BrandKitBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getBrandKitContract = contract({
  method: 'GET',
  path: '/brand_kits/{id}',
  group,
  access: 'read',
  summary: 'Read a brand kit',
  description:
    'For keys of the owning workspace and of the workspaces that use it. Each read returns fresh image links.',
  params: idParams('brk'),
  responses: { 200: { description: 'The brand kit.', schema: BrandKitBody } },
  errors: { 404: ['not_found'] },
});

export const updateBrandKitContract = contract({
  method: 'PATCH',
  path: '/brand_kits/{id}',
  group,
  feature: 'brand_kits',
  choices: 'brand_kit',
  access: 'administer',
  audits: 'brand_kit.updated',
  summary: 'Change a brand kit',
  description: `Only the fields sent are written, at any depth; null clears an optional field. Requires an owner or admin of the owning workspace; to add a workspace to \`workspace_ids\` or take one out, the key needs the same role there. ${FIELDS}`,
  params: idParams('brk'),
  body: v.pipe(
    v.strictObject(kitEntries),
    v.transform((fields) => ({ workspace_ids: fields.workspace_ids, patch: kitPatchIn(fields) })),
  ),
  example: { bot: { chat: { enabled: false } }, workspace_ids: [] },
  responses: { 200: { description: 'The updated brand kit.', schema: BrandKitBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: FAULTS,
    429: ['rate_limited'],
  },
});

export const deleteBrandKitContract = contract({
  method: 'DELETE',
  path: '/brand_kits/{id}',
  group,
  feature: 'brand_kits',
  access: 'administer',
  audits: 'brand_kit.deleted',
  summary: 'Delete a brand kit',
  description:
    'Every workspace that uses the kit returns to the default branding, and the images of the kit are deleted. Requires an owner or admin of the owning workspace and of every workspace that uses it.',
  params: idParams('brk'),
  responses: {
    200: { description: 'The deleted brand kit. Its image links no longer work.', schema: BrandKitBody },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'], 429: ['rate_limited'] },
});
