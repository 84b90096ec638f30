import * as v from 'valibot';
import { isoOf } from '#shared/foundation/core/time';
import { IMAGE_TYPES } from '#shared/foundation/files/rules/image-type';
import type { StoredFile } from '#shared/foundation/files/rules/stored-file';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const FileBody = v.strictObject({
  id: idText('file'),
  object: v.literal('file'),
  purpose: v.literal('brand_kit'),
  workspace_id: idText('wks'),
  filename: v.string(),
  content_type: v.picklist(IMAGE_TYPES),
  size: v.pipe(v.number(), v.integer()),
  url: v.string(),
  created_at: dateTime,
});

/** With a link of its own. */
export const presentFile = (file: StoredFile, url: string) => ({
  id: file.id,
  object: 'file',
  purpose: 'brand_kit',
  workspace_id: file.workspaceId,
  filename: file.filename,
  content_type: file.contentType,
  size: file.size,
  url,
  created_at: isoOf(file.createdAt),
});
