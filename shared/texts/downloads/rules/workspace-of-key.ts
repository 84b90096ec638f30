import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { UPLOADS_PREFIX } from '#shared/texts/uploads/rules/upload';

/** The workspace that a stored file is of, by its key; undefined for what is of none. */
export function workspaceOfKey(key: string): WorkspaceId | undefined {
  const inWorkspace = key.startsWith(UPLOADS_PREFIX) ? key.slice(UPLOADS_PREFIX.length) : key;
  return idOf('wks', inWorkspace.slice(0, Math.max(0, inWorkspace.indexOf('/'))));
}
