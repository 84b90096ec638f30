import * as v from 'valibot';
import { kitEntries, kitPatchIn } from '#shared/brand-kits/fields';
import { BrandKitBody } from '#shared/brand-kits/present';
import { contract } from '#shared/http/contract';
import { idParams, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';

const group = 'brand-kits';

const FIELDS =
  'The options of a `type` that is not selected are kept; the selected type requires its own (422 `missing`). An image is set by the id of a file of the owning workspace and copied: the kit keeps the image, with its own `url`, when the file is deleted. The email logo defaults to the tile logo. In `email.branded.cta.url`, `{{meeting_id}}` is replaced by the meeting id. `workspace_ids` lists up to 20 other workspaces whose settings may use the kit; the key must be an owner or admin of each. Workspaces that the key does not belong to are neither shown nor changed, and `workspace_id` is null if the key does not belong to the owning workspace.';

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
  access: 'administer',
  summary: 'Create a brand kit',
  description: `Without \`workspace_id\`, the kit belongs to the workspace of the key, if the key belongs to exactly one. ${FIELDS}`,
  params: none,
  query: none,
  body: v.pipe(
    v.strictObject({ workspace_id: v.optional(workspaceField), ...kitEntries }),
    v.transform(({ workspace_id, workspace_ids = [], ...fields }) => ({
      workspace_id,
      workspace_ids,
      patch: kitPatchIn({ ...fields, workspace_ids }),
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
  answers: { 201: { description: 'The brand kit.', schema: BrandKitBody } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'], 409: ['conflict'], 422: FAULTS },
});

export const listBrandKitsContract = contract({
  method: 'GET',
  path: '/brand_kits',
  group,
  access: 'read',
  summary: 'List brand kits',
  description: 'The brand kits that settings of the workspace may use: its own and those shared with it. Newest first.',
  params: none,
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  body: undefined,
  answers: { 200: { description: 'A page of brand kits.', schema: listOf(BrandKitBody) } },
  refusals: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getBrandKitContract = contract({
  method: 'GET',
  path: '/brand_kits/{id}',
  group,
  access: 'read',
  summary: 'Read a brand kit',
  description:
    'For keys of the owning workspace and of the workspaces it is shared with. Each read returns fresh image links.',
  params: idParams('brk'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The brand kit.', schema: BrandKitBody } },
  refusals: { 404: ['not_found'] },
});

export const updateBrandKitContract = contract({
  method: 'PATCH',
  path: '/brand_kits/{id}',
  group,
  feature: 'brand_kits',
  access: 'administer',
  summary: 'Change a brand kit',
  description: `Only the fields sent are written, at any depth; null clears an optional field. Requires an owner or admin of the owning workspace; to start or end sharing with a workspace, the key needs the same role there. When sharing with a workspace ends, its settings stop using the kit. ${FIELDS}`,
  params: idParams('brk'),
  query: none,
  body: v.pipe(
    v.strictObject(kitEntries),
    v.transform((fields) => ({ workspace_ids: fields.workspace_ids, patch: kitPatchIn(fields) })),
  ),
  example: { bot: { chat: { enabled: false } }, workspace_ids: [] },
  answers: { 200: { description: 'The updated brand kit.', schema: BrandKitBody } },
  refusals: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: FAULTS,
  },
});

export const deleteBrandKitContract = contract({
  method: 'DELETE',
  path: '/brand_kits/{id}',
  group,
  feature: 'brand_kits',
  access: 'administer',
  summary: 'Delete a brand kit',
  description:
    'Every workspace that uses the kit returns to the default branding, and the images of the kit are deleted. Requires an owner or admin of the owning workspace and of every workspace it is shared with.',
  params: idParams('brk'),
  query: none,
  body: undefined,
  answers: {
    200: { description: 'The deleted brand kit. Its image links no longer work.', schema: BrandKitBody },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
