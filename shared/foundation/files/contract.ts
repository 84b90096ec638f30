import * as v from 'valibot';
import { FileBody } from '#shared/foundation/files/present';
import { IMAGE_TYPES } from '#shared/foundation/files/rules/image-type';
import { contract } from '#shared/foundation/http/contract';
import { documented, idParams, pageQuery, workspaceField } from '#shared/foundation/http/fields';
import { Upload } from '#shared/foundation/http/request/upload';
import { listOf } from '#shared/foundation/http/response/wire';

const group = 'files';

/** Generators of clients that know no images read the bytes as the last of these. */
const BYTES = [...IMAGE_TYPES, 'application/octet-stream'];

const uploadField = documented(v.instance(Upload, '[invalid_type] must be a file.'), {
  type: 'string',
  format: 'binary',
  description: 'A PNG, JPEG, GIF, WebP or SVG image of at most 4 MB, with 1 to 8,192 pixels in width and height.',
}) as v.GenericSchema<unknown, Upload>;

export const createFileContract = contract({
  method: 'POST',
  path: '/files',
  group,
  feature: 'brand_kits',
  access: 'administer',
  audits: 'file.created',
  summary: 'Upload a file',
  description:
    'Uploads an image for brand kits as `multipart/form-data`. The content type is read from the bytes; a file name extension that does not match is replaced. Folders and invisible characters are removed from the file name, which is cut to 100 characters. The `url` is valid for one year and needs no key. An SVG is stored unchanged and always served as a download.',
  multipart: true,
  body: v.strictObject({ file: uploadField, purpose: v.picklist(['brand_kit']), workspace_id: workspaceField }),
  responses: { 201: { description: 'The file.', schema: FileBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    409: ['conflict'],
    422: ['inclusion', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const listFilesContract = contract({
  method: 'GET',
  path: '/files',
  group,
  access: 'read',
  summary: 'List files',
  description:
    'The files of the workspace, newest first, each with a fresh `url`. The images that brand kits keep are not among them.',
  query: v.strictObject({ workspace_id: workspaceField, ...pageQuery }),
  responses: { 200: { description: 'A page of files.', schema: listOf(FileBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getFileContract = contract({
  method: 'GET',
  path: '/files/{id}',
  group,
  access: 'read',
  summary: 'Read a file',
  description: 'Each read returns a fresh `url`, valid for one year.',
  params: idParams('file'),
  responses: { 200: { description: 'The file.', schema: FileBody } },
  errors: { 404: ['not_found'] },
});

export const deleteFileContract = contract({
  method: 'DELETE',
  path: '/files/{id}',
  group,
  access: 'administer',
  audits: 'file.deleted',
  summary: 'Delete a file',
  description: 'Its links stop working within a minute. Brand kits made with the file keep their own copy.',
  params: idParams('file'),
  responses: {
    200: { description: 'The deleted file. Its `url` no longer works.', schema: FileBody },
  },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 409: ['conflict'] },
});

export const getFileContentContract = contract({
  method: 'GET',
  path: '/files/{id}/content',
  exactPath: true,
  group,
  summary: 'Download a file',
  description:
    'The target of the `url` of a file or of a brand kit image. The signature in the link is the credential: no API key is required. A link that was altered, is spelled in another way or has expired, or whose file or workspace was deleted, answers 404 `not_found`. Downloads count towards the daily limit of the workspace, beyond which it answers 429.',
  access: 'open',
  params: idParams('file'),
  query: v.strictObject({ expires: v.optional(v.string(), ''), signature: v.optional(v.string(), '') }),
  responses: {
    200: { description: 'The bytes.', schema: v.string(), alsoText: BYTES, onlyText: true },
  },
  errors: { 404: ['not_found'], 429: ['rate_limited'], 503: ['provider_unavailable'] },
});
