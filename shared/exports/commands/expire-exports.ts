import { withRetry } from '#shared/commands/command';
import type { DeletedConversation } from '#shared/conversations/rules/trash';
import type { ExportId } from '#shared/core/ids';
import { DAY_MS, later } from '#shared/core/time';
import { saveExport } from '#shared/exports/commands/save-export';
import { type Export, expireExport, exportKey, failExport, isUnwritten } from '#shared/exports/rules/export';
import { exportEntity } from '#shared/exports/store';
import type { FileContext } from '#shared/files/ports';

/** Exports that one call reads. */
const PAGE_SIZE = 100;
/** A job is kept for a week, and a file is ready for a day: older exports have no file. */
const OLDEST_MS = 9 * DAY_MS;

/**
 * Ends the exports that hold a conversation, which is deleted before, one page of the workspace's exports a call: ready
 * ones expire, others fail with `conversation_deleted`. Answers where the next page begins; undefined after the last. The
 * list may lag, so a job calls it in two walks (`walkTwice`).
 */
export const expireExports =
  (context: FileContext) =>
  async (
    { workspaceId, conversationId }: DeletedConversation,
    after: string | undefined,
  ): Promise<string | undefined> => {
    const page = await exportEntity.list(context.table, workspaceId, { limit: PAGE_SIZE, after });
    const holding = page.items.filter(({ conversationIds }) => conversationIds.includes(conversationId));
    for (const { id } of holding) await withRetry(context, () => expireOne(context, id));
    const oldest = page.items.at(-1);
    const isPastAll = oldest && oldest.createdAt < later(context.clock.now(), -OLDEST_MS);
    return isPastAll ? undefined : page.next;
  };

async function expireOne(context: FileContext, id: ExportId): Promise<void> {
  const before = await exportEntity.find(context.table, id);
  const after = before && endOf(before.state, context);
  if (!after) return;
  await saveExport(context, before, after, context.clock.now());
  await context.files.remove(exportKey(after));
}

function endOf(one: Export, { clock }: FileContext): Export | undefined {
  if (one.state === 'ready') return expireExport(one, clock.now());
  return isUnwritten(one) ? failExport(one, 'conversation_deleted', clock.now()) : undefined;
}
