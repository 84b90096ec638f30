import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { documented, idParams, optionalWorkspaceField, textField } from '#shared/foundation/http/fields';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import { UploadBody } from '#shared/texts/uploads/present';
import { partSizesOf, uploadNameOf } from '#shared/texts/uploads/rules/upload';

const group = 'uploads';
const params = idParams('upl');
const MOST_PARTS = partSizesOf(LARGEST_MEDIA_BYTES).length;

const filename = (blank: string) =>
  documented(
    v.pipe(
      v.string(),
      v.transform(uploadNameOf),
      v.check((name) => name !== '', blank),
    ),
    { type: 'string', minLength: 1 },
  ) as v.GenericSchema<string, string>;

/** Taken and not kept: the type of a file is read from its bytes. */
const contentType = v.optional(textField(255));

/** Digits alone: `1e3` and `0x10` are no sizes. */
const sizeParameter = documented(
  v.pipe(
    v.string(),
    v.check(
      (text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_MEDIA_BYTES,
      '[bad_request] must be a whole number of bytes from 1 to 2 GB.',
    ),
    v.transform(Number),
  ),
  { type: 'integer', minimum: 1, maximum: LARGEST_MEDIA_BYTES },
) as v.GenericSchema<string, number>;

export const newUploadContract = contract({
  method: 'GET',
  path: '/uploads/new',
  saves: true,
  group,
  access: 'participate',
  summary: 'Create an upload',
  description:
    'Makes a place for one media file. `signed_url` takes a `PUT` with the bytes, of at most 2 GB, for one hour, and is then the `url` of an order. With `size` *(added)* it takes a file of exactly that size; without, a larger file is refused by the order and deleted, and the file has to come within two hours. It counts towards the limit of stored bytes *(added)*: without `size`, as 2 GB for these two hours, and then as what is stored. Beyond the limit: 403 `plan_upgrade_required`. A user has at most 5 uploads at a time in a workspace that no order has named and whose link has not ended; more are 429 `rate_limited`. An upload is deleted after 7 days. `HEAD` creates nothing. `workspace_id` may be left out if the key belongs to exactly one workspace. `content_type` is ignored: the type is read from the bytes.',
  query: v.strictObject({
    workspace_id: optionalWorkspaceField,
    filename: filename('[bad_request] has no name in it.'),
    size: v.optional(sizeParameter),
    content_type: contentType,
  }),
  responses: { 200: { description: 'The upload.', schema: UploadBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    429: ['rate_limited'],
  },
});

export const createUploadContract = contract({
  method: 'POST',
  path: '/uploads',
  group,
  access: 'participate',
  callsOutside: true,
  summary: 'Create an upload in parts',
  description:
    'Makes a place for a file of `size` bytes, at most 2 GB, that comes in parts of 8 MB. Each `signed_url` takes a `PUT` of its part, in exactly its length, for one hour; `GET /uploads/{id}` signs them anew. Then complete the upload, within a day, with the `ETag` of every part. It counts towards the limit of stored bytes *(added)* from now on. Beyond the limit: 403 `plan_upgrade_required`.',
  body: v.strictObject({
    workspace_id: optionalWorkspaceField,
    filename: filename('[blank] has no name in it.'),
    size: v.pipe(
      v.number(),
      v.integer('[invalid_type] must be a whole number of bytes.'),
      v.minValue(1, '[invalid] must be at least 1 byte.'),
      v.maxValue(LARGEST_MEDIA_BYTES, '[invalid] is more than 2 GB.'),
    ),
    content_type: contentType,
  }),
  example: { workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp', filename: 'interview.mp4', size: 52_428_800 },
  responses: { 201: { description: 'The upload.', schema: UploadBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    403: ['plan_upgrade_required'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
    429: ['rate_limited'],
  },
});

export const getUploadContract = contract({
  method: 'GET',
  path: '/uploads/{id}',
  group,
  access: 'participate',
  summary: 'Sign the links of an upload anew',
  description:
    'Each read returns fresh links, valid for one hour, for the bytes that are still to come; a completed upload has its `url` instead. Of an upload that was made without `size`, the link ends two hours after it was made; once its file was looked at, links take exactly the size of that file, and `size` is that. After 7 days an upload is 404 `not_found`.',
  params,
  responses: { 200: { description: 'The upload.', schema: UploadBody } },
  errors: { 401: ['unauthorized'], 404: ['not_found'], 429: ['rate_limited'] },
});

export const completeUploadContract = contract({
  method: 'POST',
  path: '/uploads/{id}/complete',
  group,
  access: 'participate',
  callsOutside: true,
  summary: 'Complete an upload in parts',
  description:
    'Makes the parts a file. `url` of the answer is what `url` of an order takes. Completing a completed upload changes nothing.',
  params,
  body: v.strictObject({
    parts: v.pipe(
      v.array(
        v.strictObject({
          number: v.pipe(v.number(), v.integer('[invalid_type] must be a whole number.')),
          etag: textField(200),
        }),
      ),
      v.maxLength(MOST_PARTS, `[too_long] has more than ${MOST_PARTS} parts.`),
    ),
  }),
  example: { parts: [{ number: 1, etag: '"9b2cf535f27731c974343645a3985328"' }] },
  responses: { 200: { description: 'The completed upload.', schema: UploadBody } },
  errors: {
    400: ['bad_request', 'missing'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['missing', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  },
});
