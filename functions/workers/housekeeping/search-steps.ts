import * as v from 'valibot';
import { later } from '#shared/foundation/core/time';
import { id } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import { backfillSearch } from '#shared/texts/search/commands/backfill-search';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { mergeSegments } from '#shared/texts/search/commands/merge-segments';
import type { IndexContext } from '#shared/texts/search/ports';
import { type IndexingJob, ORPHANED_AFTER_MS, type SearchJob } from '#shared/texts/search/rules/merge-times';
import { dueSegments, segmentsMerged } from '#shared/texts/search/store';

const OfConversation: v.GenericSchema<unknown, IndexingJob> = v.object({
  workspaceId: id('wks'),
  conversationId: id('con'),
});
const OfWorkspace: v.GenericSchema<unknown, SearchJob> = v.object({ workspaceId: id('wks') });

/** Writes what search is to have of one conversation. */
export const indexingStep =
  (context: IndexContext): JobStep =>
  async ({ content }) => {
    await indexConversation(context)(v.parse(OfConversation, content));
    return 'done';
  };

const Page = v.object({ after: v.string() });

/** Has search read the texts of a workspace, a page in each step. */
export const backfillStep =
  (context: IndexContext): JobStep =>
  async ({ content, cursor }) => {
    const after = await backfillSearch(context)(v.parse(OfWorkspace, content), cursor && v.parse(Page, cursor).after);
    return after === undefined ? 'done' : { cursor: { after } };
  };

/** Segments that were written before the merge began. */
const Cursor = v.object({ written: v.nullable(v.number()) });

/**
 * Merges the segments of a workspace, one pack in each step. Packs that no manifest names may be those of another merge
 * under way: the job waits for its end before it deletes them.
 */
export function mergeStep(context: IndexContext): JobStep {
  const { table, clock } = context;
  return async ({ content, cursor }) => {
    const { workspaceId } = v.parse(OfWorkspace, content);
    const written = cursor
      ? v.parse(Cursor, cursor).written
      : ((await dueSegments(table, workspaceId))?.written ?? null);
    const left = await mergeSegments(context)(workspaceId);
    if (left === 'segments') return { cursor: { written } };
    if (written !== null) await segmentsMerged(table, workspaceId, written);
    return left === 'nothing'
      ? 'done'
      : { cursor: { written: null }, notBefore: later(clock.now(), ORPHANED_AFTER_MS) };
  };
}
