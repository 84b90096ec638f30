import {
  hasRoomFor,
  noRoomSentence,
  type StoredBytes,
  storedBytesLimit,
} from '#shared/accounts/usage/rules/stored-bytes';
import { addStoredBytes, storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { limitFile } from '#shared/accounts/usage/stored-files-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { forbidden } from '#shared/foundation/core/refusal';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

type Reading = Pick<CommandContext, 'table'>;

async function bytesOf({ table }: Reading, workspaceId: WorkspaceId): Promise<StoredBytes> {
  const [workspace, used] = await Promise.all([workspaces.find(table, workspaceId), storedBytes(table, workspaceId)]);
  return { used, limit: storedBytesLimit(workspace?.state ?? {}) };
}

/**
 * Refuses a file of so many bytes that has no room in its workspace: 403; else answers the limit. It is compared again where
 * the file is stored.
 */
export async function refuseMoreBytes(context: Reading, workspaceId: WorkspaceId, bytes: number): Promise<number> {
  const stored = await bytesOf(context, workspaceId);
  if (!hasRoomFor(stored, bytes)) throw forbidden('plan_upgrade_required', noRoomSentence(stored, bytes));
  return stored.limit;
}

/** The writes that reserve bytes for an upload, in the transaction that makes it. 403 where they have no room. */
export const reserveBytes = async (
  context: Reading,
  workspaceId: WorkspaceId,
  bytes: number,
): Promise<readonly Write[]> => addStoredBytes(workspaceId, bytes, await refuseMoreBytes(context, workspaceId, bytes));

interface FileToStore {
  readonly workspaceId: WorkspaceId;
  /** The id of the conversation that will have the file. */
  readonly subject: string;
  /** The most that it may have. */
  readonly bytes: number;
}

/** The writes that reserve bytes for the file of a conversation, in the transaction before it is copied. */
export async function reserveFile(
  context: Reading,
  file: FileToStore,
  at: Instant,
): Promise<readonly Write[] | 'beyond_limit'> {
  const stored = await bytesOf(context, file.workspaceId);
  if (!hasRoomFor(stored, file.bytes)) return 'beyond_limit';
  return limitFile(context.table, { ...file, limit: stored.limit }, at);
}
