import {
  makeSummary,
  type Summarizers,
  summarizersWithinLimits,
  templateNow,
} from '#shared/capture/summaries/commands/make-summary';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CursorLease, CursorStep } from '#shared/foundation/core/cursor-lease';
import type { SummaryId } from '#shared/foundation/core/ids';
import type { RecordingCursor } from '#shared/meetings/bots/rules/recording-cursor';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import { type Summary, saysSomething, type Transcript } from '#shared/meetings/results/rules/results';
import {
  type ConversationSummary,
  type ConversationSummaryJob,
  endSummary,
} from '#shared/texts/conversation-summaries/rules/conversation-summary';
import { conversationSummaries } from '#shared/texts/conversation-summaries/store';
import { findInTrashToo } from '#shared/texts/conversations/store';

/** How far the making of a summary is. A type and not an interface, since it is stored as JSON. */
export type SummaryCursor = {
  /** Attempts that began and did not end. */
  readonly attempts: number;
  /** Since when the summarizer is out of order. */
  readonly failing: RecordingCursor['failing'];
};

export type SummaryLease = CursorLease<SummaryCursor>;

export interface SummaryWriting extends CommandContext, Summarizers {
  readonly results: Pick<ResultsStorage, 'transcript' | 'saveSummary' | 'removeSummary'>;
}

export type SummaryStep = CursorStep<SummaryCursor>;

/** An attempt that ends in no way, such as by a defect, is repeated as often. */
const MOST_ATTEMPTS = 5;
const NEW_CURSOR: SummaryCursor = { attempts: 0, failing: null };

/**
 * Makes the summary of the text of an order, also while its conversation is in the trash. Its content is stored before the
 * row says that it is ready; that of a summary which is gone by then is deleted again.
 */
export const writeSummary =
  (context: SummaryWriting) =>
  async (job: ConversationSummaryJob, lease: SummaryLease): Promise<SummaryStep> => {
    const summary = await findSummary(context, job);
    if (summary?.state !== 'processing') return cleanUp(context, job, summary);
    const cursor = lease.cursor ?? NEW_CURSOR;
    if (cursor.attempts >= MOST_ATTEMPTS) return end(context, job, 'failed');
    const begun = { ...cursor, attempts: cursor.attempts + 1 };
    await lease.save(begun);
    const { workspaceId, conversationId, textRevision: revision } = summary;
    const transcript = await context.results.transcript({ workspaceId, conversationId, revision });
    if (!transcript) return end(context, job, 'failed');
    if (!saysSomething(transcript)) return end(context, job, 'none');
    const made = await make(context, summary, transcript, { ...lease, cursor: begun });
    if (made.status === 'running') return { cursor, notBefore: made.lookAgainAt };
    if (made.status === 'unavailable')
      return { cursor: { attempts: 0, failing: made.failing }, notBefore: made.lookAgainAt };
    // A worker whose lease was over stops before it writes: the content of the one that took over stays.
    await lease.save(begun);
    return end(context, job, made.status === 'done' ? made.summary : 'none');
  };

/** Undefined where it is gone, with its conversation or since another has replaced it. */
async function findSummary(
  { table }: CommandContext,
  job: ConversationSummaryJob,
): Promise<ConversationSummary | undefined> {
  const found = await conversationSummaries.find(table, job.conversationId, job);
  return found?.state.id === job.summaryId ? found.state : undefined;
}

async function make(
  context: SummaryWriting,
  { id: subject, workspaceId, conversationId, template, language }: ConversationSummary,
  transcript: Transcript,
  lease: SummaryLease & { readonly cursor: SummaryCursor },
) {
  const [conversation, content] = await Promise.all([
    findInTrashToo(context.table, conversationId),
    templateNow(context.table, workspaceId, template),
  ]);
  const asked = {
    meetingTitle: conversation?.state.name ?? null,
    invited: [],
    ...{ transcript, template: content, language },
    onProgress: () => lease.save(lease.cursor),
  };
  const within = await summarizersWithinLimits(context, { workspaceId, subject, memberId: null }, asked);
  return makeSummary(within, asked, lease.cursor.failing);
}

async function end(
  context: SummaryWriting,
  job: ConversationSummaryJob,
  outcome: Summary | 'failed' | 'none',
): Promise<'done'> {
  if (typeof outcome !== 'string') await context.results.saveSummary(fileOf(job, job.summaryId), outcome);
  const state = typeof outcome === 'string' ? outcome : 'ready';
  const ended = await saveEnd(context)(job, state);
  return cleanUp(context, job, ended);
}

/** Undefined where the summary is gone meanwhile. */
const saveEnd = command(
  async (
    { table, clock, changes }: CommandContext,
    job: ConversationSummaryJob,
    state: Parameters<typeof endSummary>[1],
  ): Promise<ConversationSummary | undefined> => {
    const before = await conversationSummaries.find(table, job.conversationId, job);
    if (before?.state.id !== job.summaryId) return undefined;
    if (before.state.state !== 'processing') return before.state;
    const at = clock.now();
    const after = endSummary(before.state, state, at);
    await changes.save({ at, writes: [conversationSummaries.put(before, after)] });
    return after;
  },
);

/** Deletes the content of the summary that this one replaced, and its own where it is not shown. */
async function cleanUp(
  { results }: SummaryWriting,
  job: ConversationSummaryJob,
  summary: ConversationSummary | undefined,
): Promise<'done'> {
  if (job.replacedId) await results.removeSummary(fileOf(job, job.replacedId));
  if (summary?.state !== 'ready') await results.removeSummary(fileOf(job, job.summaryId));
  return 'done';
}

const fileOf = ({ workspaceId, conversationId }: ConversationSummaryJob, summaryId: SummaryId) => ({
  workspaceId,
  conversationId,
  summaryId,
});
