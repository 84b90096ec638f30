import { command } from '#shared/foundation/commands/command';
import type { ExportId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, later } from '#shared/foundation/core/time';
import type { FileContext } from '#shared/foundation/files/ports';
import type { DeletedConversation } from '#shared/texts/conversations/rules/trash';
import { saveExport } from '#shared/texts/exports/commands/save-export';
import {
  type Export,
  type ExportFailure,
  expireExport,
  exportKey,
  failExport,
  isUnwritten,
} from '#shared/texts/exports/rules/export';
import { exportEntity } from '#shared/texts/exports/store';

/** Exports that one call reads. */
const PAGE_SIZE = 100;
/** A job is kept for a week, and a file is ready for a day: older exports have no file. */
const OLDEST_MS = 9 * DAY_MS;

/**
 * Ends the exports that hold a conversation, which is deleted before, one page of the workspace's exports a call: ready
 * ones expire, others fail with `conversation_deleted`. Answers where the next page begins; undefined after the last. The
 * list may lag, so a job calls it in two walks (`walkTwice`). Reads none for a conversation that never had a text.
 */
export const expireExports =
  (context: FileContext) =>
  async (
    { workspaceId, conversationId, hadText = true }: DeletedConversation,
    after: string | undefined,
  ): Promise<string | undefined> => {
    if (!hadText) return undefined;
    const { items, next } = await exportsPage(context, workspaceId, after);
    const holding = items.filter(({ conversationIds }) => conversationIds.includes(conversationId));
    for (const { id } of holding) await endOne(context)(id, 'conversation_deleted');
    return next;
  };

/** A page of the exports of a workspace that may have a file, the newest first. */
export async function exportsPage(
  { table, clock }: Pick<FileContext, 'table' | 'clock'>,
  workspaceId: WorkspaceId,
  after: string | undefined,
): Promise<{ readonly items: readonly Export[]; readonly next: string | undefined }> {
  const { items, next } = await exportEntity.list(table, workspaceId, { limit: PAGE_SIZE, after });
  const oldest = items.at(-1);
  const isPastAll = oldest && oldest.createdAt < later(clock.now(), -OLDEST_MS);
  return { items, next: isPastAll ? undefined : next };
}

/** Expires an export that is ready; one that is not written yet fails with this reason. Any other stays as it is. */
export const endOne = command(async (context: FileContext, id: ExportId, reason: ExportFailure): Promise<void> => {
  const before = await exportEntity.find(context.table, id);
  const after = before && endOf(before.state, reason, context);
  if (!after) return;
  await saveExport(context, before, after, context.clock.now());
  await context.files.remove(exportKey(after));
});

function endOf(one: Export, reason: ExportFailure, { clock }: FileContext): Export | undefined {
  if (one.state === 'ready') return expireExport(one, clock.now());
  return isUnwritten(one) ? failExport(one, reason, clock.now()) : undefined;
}
