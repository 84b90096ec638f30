import type { RecordingLease } from '#shared/capture/bots/commands/copy-recording';
import {
  makeSummary,
  type Summarizers,
  summarizersWithinLimits,
  templateNow,
} from '#shared/capture/summaries/commands/make-summary';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Instant } from '#shared/foundation/core/time';
import type { ProcessingBot } from '#shared/meetings/bots/rules/bot';
import { type BotDecision, summaryFailed, summaryStored } from '#shared/meetings/bots/rules/transitions';
import { peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import type { ResultsStorage } from '#shared/meetings/results/ports';
import type { SummaryJob } from '#shared/meetings/summaries/ports';

/** What a summary needs beside the table. */
export interface SummaryContext extends CommandContext, Summarizers {
  readonly results: ResultsStorage;
}

/** Summarizes a stored transcript: a decision to save, or when the model is asked again. Throws where no storage answers. */
export async function summarize(
  context: SummaryContext,
  bot: ProcessingBot,
  lease: RecordingLease,
): Promise<BotDecision | { readonly lookAgainAt: Instant }> {
  const of = { workspaceId: bot.workspaceId, botId: bot.id };
  const { correction } = bot.results;
  const [transcript, meeting, template] = await Promise.all([
    context.results.transcript({ ...of, ...(correction !== undefined && { correction }) }),
    meetings.find(context.table, bot.meetingId),
    templateNow(context.table, bot.workspaceId, bot.choices.summaryTemplate),
  ]);
  if (!transcript) return summaryFailed(bot);
  const job: SummaryJob = {
    meetingTitle: meeting?.state.title ?? null,
    invited: meeting ? peopleOf(meeting.state).flatMap(({ name }) => name ?? []) : [],
    transcript,
    template,
    language: bot.choices.summaryLanguage,
    onProgress: () => lease.save(lease.cursor()),
  };
  const counted = { workspaceId: bot.workspaceId, subject: bot.id, memberId: bot.memberId };
  const within = await summarizersWithinLimits(context, counted, job);
  const summary = await makeSummary(within, job, lease.cursor().failing);
  if (summary.status === 'unavailable') await lease.save({ ...lease.cursor(), failing: summary.failing });
  if (summary.status === 'running' || summary.status === 'unavailable') return { lookAgainAt: summary.lookAgainAt };
  if (summary.status === 'failed') return summaryFailed(bot);
  // Where the model took longer than the lease, another worker may have stored a summary: it stays.
  await lease.save(lease.cursor());
  await context.results.saveSummary(of, summary.summary);
  return summaryStored(bot);
}
