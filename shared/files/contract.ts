import * as v from 'valibot';
import { FileBody } from '#shared/files/present';
import { IMAGE_TYPES } from '#shared/files/rules/image-type';
import { contract } from '#shared/http/contract';
import { documented, idParams, none, workspaceField } from '#shared/http/fields';
import { Upload } from '#shared/http/request/upload';

const group = 'files';

const uploadField = documented(v.instance(Upload, '[invalid_type] must be a file.'), {
  type: 'string',
  format: 'binary',
  description: 'A PNG, JPEG, GIF, WebP or SVG image of at most 4 MB.',
}) as v.GenericSchema<unknown, Upload>;

export const createFileContract = contract({
  method: 'POST',
  path: '/files',
  group,
  feature: 'brand_kits',
  summary: 'Upload a file',
  description:
    'An image for brand kits, sent as `multipart/form-data`. What it is is read from its bytes, and an extension of its name that says otherwise is replaced; a name loses folders and invisible characters, and all after its first 100. The `url` is good for a year and needs no key; an SVG is stored as sent and only ever served as a download.',
  params: none,
  query: none,
  multipart: true,
  body: v.strictObject({ file: uploadField, purpose: v.picklist(['brand_kit']), workspace_id: workspaceField }),
  answers: { 201: { description: 'The file.', schema: FileBody } },
  refusals: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  },
});

export const getFileContract = contract({
  method: 'GET',
  path: '/files/{id}',
  group,
  summary: 'Read a file',
  description: 'Each read gives a fresh `url`, good for one year.',
  params: idParams('file'),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The file.', schema: FileBody } },
  refusals: { 404: ['not_found'] },
});

export const deleteFileContract = contract({
  method: 'DELETE',
  path: '/files/{id}',
  group,
  summary: 'Delete a file',
  description: 'Its links end at once. Brand kits that were made with it keep their own copy.',
  params: idParams('file'),
  query: none,
  body: undefined,
  answers: {
    200: { description: 'The file as it was left; its `url` leads nowhere any more.', schema: FileBody },
  },
  refusals: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const getFileContentContract = contract({
  method: 'GET',
  path: '/files/{id}/content',
  group,
  summary: 'Download a file',
  description:
    'What a `url` of a file or of a brand kit leads to: no key is asked for, the signature is. A link that was altered, is over, or whose file or workspace is gone leads nowhere (404 `not_found`).',
  open: true,
  params: idParams('file'),
  query: v.strictObject({ expires: v.optional(v.string(), ''), signature: v.optional(v.string(), '') }),
  body: undefined,
  answers: {
    200: { description: 'The bytes.', schema: v.string(), alsoText: IMAGE_TYPES, onlyText: true },
  },
  refusals: { 404: ['not_found'], 503: ['provider_unavailable'] },
});
