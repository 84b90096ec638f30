import type { FileContext } from '#shared/foundation/files/ports';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { endOne, exportsPage } from '#shared/texts/exports/commands/expire-exports';

/**
 * Ends the exports of a workspace that may name an erased person, a page a call: ready ones expire, those that are being
 * written fail. They live for a day and can be made again.
 */
export const endExports =
  (context: FileContext) =>
  async ({ workspaceId }: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const { items, next } = await exportsPage(context, workspaceId, after);
    for (const { id } of items) await endOne(context)(id, 'export_failed');
    return next;
  };
