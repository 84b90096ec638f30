import type { RecordingLease } from '#shared/bots/commands/copy-recording';
import type { ProcessingBot } from '#shared/bots/rules/bot';
import { hasFailedFor, nextAttemptAt, SUMMARY_OUTAGE_MS, withFailure } from '#shared/bots/rules/recording-cursor';
import { type BotDecision, summaryFailed, summaryStored } from '#shared/bots/rules/transitions';
import type { CommandContext } from '#shared/commands/context';
import { idOf } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import { peopleOf } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';
import type { ResultsStorage } from '#shared/results/ports';
import {
  type Summarization,
  type Summarizer,
  SummarizerUnavailable,
  type SummaryJob,
  type SummaryTemplate,
} from '#shared/summaries/ports';
import { builtInTemplate } from '#shared/summaries/rules/templates';
import { summaryTemplates } from '#shared/summaries/store';

/** What a summary needs beside the table. */
export interface SummaryContext extends CommandContext {
  readonly summarizer: Summarizer;
  /** Needs no other service. It may be the same. */
  readonly summarizerStandIn: Summarizer;
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
    templateFor(context, bot),
  ]);
  if (!transcript) return summaryFailed(bot);
  const job: SummaryJob = {
    botId: bot.id,
    meetingTitle: meeting?.state.title ?? null,
    invited: meeting ? peopleOf(meeting.state).flatMap(({ name }) => name ?? []) : [],
    transcript,
    template,
    language: bot.choices.summaryLanguage,
    onProgress: () => lease.save(lease.cursor()),
  };
  const summary = await summaryOrWait(context, job, lease);
  if (summary.status === 'running') return { lookAgainAt: summary.lookAgainAt };
  if (summary.status === 'failed') return summaryFailed(bot);
  // Where the model took longer than the lease, another worker may have stored a summary: it stays.
  await lease.save(lease.cursor());
  await context.results.saveSummary(of, summary.summary);
  return summaryStored(bot);
}

/** An outage is waited for, six hours at most; then, and where the summarizer fails for good, another stands in. */
async function summaryOrWait(
  { summarizer, summarizerStandIn, clock }: SummaryContext,
  job: SummaryJob,
  lease: RecordingLease,
): Promise<Summarization> {
  try {
    const summary = await summarizer.start(job);
    return summary.status === 'failed' ? await summarizerStandIn.start(job) : summary;
  } catch (error) {
    if (!(error instanceof SummarizerUnavailable)) throw error;
    const now = clock.now();
    const cursor = withFailure(lease.cursor(), now);
    await lease.save(cursor);
    if (hasFailedFor(cursor, SUMMARY_OUTAGE_MS, now)) return summarizerStandIn.start(job);
    return { status: 'running', lookAgainAt: nextAttemptAt(cursor, now) };
  }
}

/** The template as it is now; the general one where it was deleted. */
async function templateFor(
  { table }: SummaryContext,
  { choices: { summaryTemplate: named }, workspaceId }: ProcessingBot,
): Promise<SummaryTemplate> {
  const id = idOf('tpl', named);
  const own = id && (await summaryTemplates.find(table, id))?.state;
  if (own?.workspaceId === workspaceId) return own;
  const builtIn = builtInTemplate(named) ?? builtInTemplate('general');
  if (!builtIn) throw new Error('The general template is gone.');
  return { ...builtIn, instructions: '' };
}
