import * as v from 'valibot';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';

export const FolderBody = v.strictObject({
  id: idText('fol'),
  object: v.literal('folder'),
  workspace_id: idText('wks'),
  name: v.string(),
  parent_id: v.nullable(idText('fol')),
  path: v.string(),
  conversations_count: v.number(),
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentFolder = ({ folder, path, conversationsCount }: FolderWithPath) => ({
  id: folder.id,
  object: 'folder',
  workspace_id: folder.workspaceId,
  name: folder.name,
  parent_id: folder.parentId,
  path,
  conversations_count: conversationsCount,
  created_at: isoOf(folder.createdAt),
  updated_at: isoOf(folder.updatedAt),
});
