import type { PersonErasure } from '#shared/erasures/rules/erasure';
import { endOne, exportsPage } from '#shared/exports/commands/expire-exports';
import type { FileContext } from '#shared/files/ports';

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
