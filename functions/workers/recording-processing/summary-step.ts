import * as v from 'valibot';
import { workspaces } from '#shared/accounts/workspaces/store';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { JobStep } from '#shared/foundation/events/job-worker';
import {
  type SummaryCursor,
  type SummaryWriting,
  writeSummary,
} from '#shared/texts/conversation-summaries/commands/write-summary';
import type { ConversationSummaryJob } from '#shared/texts/conversation-summaries/rules/conversation-summary';

const Content: v.GenericSchema<unknown, ConversationSummaryJob> = v.object({
  workspaceId: id('wks'),
  conversationId: id('con'),
  template: v.string(),
  language: v.nullable(v.string()),
  summaryId: id('sum'),
  replacedId: v.nullable(id('sum')),
});

const Cursor: v.GenericSchema<unknown, SummaryCursor> = v.object({
  attempts: v.number(),
  failing: v.nullable(v.object({ since: instant, attempts: v.number() })),
});

/** The step of the job of a summary. An archived workspace gets none: its purge deletes what there is. */
export function summaryStep(context: SummaryWriting): JobStep {
  const write = writeSummary(context);
  return async ({ content, cursor }, lease) => {
    const job = v.parse(Content, content);
    const workspace = await workspaces.find(context.table, job.workspaceId);
    if (!workspace || workspace.state.archivedAt !== null) return 'done';
    return write(job, { cursor: cursor && v.parse(Cursor, cursor), save: (next) => lease.save(next) });
  };
}
