import * as v from 'valibot';
import { isoOf } from '#shared/core/time';
import type { FolderWithPath } from '#shared/folders/rules/folder';
import { dateTime, idText } from '#shared/http/response/wire';

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
