import * as v from 'valibot';
import { kitEntries, kitPatchIn } from '#shared/brand-kits/fields';
import { BrandKitBody } from '#shared/brand-kits/present';
import { contract } from '#shared/http/contract';
import { idParams, none, pageQuery, workspaceField } from '#shared/http/fields';
import { listOf } from '#shared/http/response/wire';

const group = 'brand-kits';

const FIELDS =
  'Options of a type that is not chosen are kept for when it is; a chosen type needs its own (422 `missing`). Images are named by the id of a file of the owning workspace and copied: the kit keeps its image whatever happens to the file, under a `url` of its own. The email’s logo is the tile’s until it has one. In `email.branded.cta.url`, `{{meeting_id}}` stands for the meeting’s id. `workspace_ids` names up to 20 workspaces whose settings may choose the kit, as the owning one’s may; the key must be owner or admin of each. Those that the key does not belong to are neither shown nor touched, and `workspace_id` is null where it does not belong to the owning one.';

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
  summary: 'Create a brand kit',
  description: `Without \`workspace_id\` it is the workspace’s that the key belongs to, where that is exactly one. ${FIELDS}`,
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
  summary: 'List brand kits',
  description: 'Those that settings of the workspace may choose: its own and those shared with it. Newest first.',
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
  summary: 'Read a brand kit',
  description:
    'For keys of the owning workspace and of those it is shared with. Links to images are fresh at each read.',
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
  summary: 'Change a brand kit',
  description: `Only what is sent is written, at any depth; null takes away what may be absent. By owners and admins of the owning workspace; to share it with a workspace or to take it back needs the same role there. What the settings of a workspace chose that it is taken from, they choose no more. ${FIELDS}`,
  params: idParams('brk'),
  query: none,
  body: v.pipe(
    v.strictObject(kitEntries),
    v.transform((fields) => ({ workspace_ids: fields.workspace_ids, patch: kitPatchIn(fields) })),
  ),
  example: { bot: { chat: { enabled: false } }, workspace_ids: [] },
  answers: { 200: { description: 'The brand kit as it is now.', schema: BrandKitBody } },
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
  summary: 'Delete a brand kit',
  description:
    'Every workspace that chose it returns to the default branding, and its images are gone. The key must be owner or admin of the owning workspace and of every one it is shared with.',
  params: idParams('brk'),
  query: none,
  body: undefined,
  answers: {
    200: { description: 'The brand kit as it was left; its images lead nowhere any more.', schema: BrandKitBody },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});
