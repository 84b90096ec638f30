import { useWithinLimits } from '#shared/accounts/usage/commands/use-within-limits';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type MemberId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import {
  hasFailedFor,
  nextAttemptAt,
  type RecordingCursor,
  SUMMARY_OUTAGE_MS,
  withFailure,
} from '#shared/meetings/bots/rules/recording-cursor';
import {
  type Summarization,
  type Summarizer,
  SummarizerUnavailable,
  type SummaryJob,
  type SummaryTemplate,
} from '#shared/meetings/summaries/ports';
import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { summarizedCharacters } from '#shared/meetings/summaries/rules/transcript-parts';
import { summaryTemplates } from '#shared/meetings/summaries/store';

export interface Summarizers {
  readonly summarizer: Summarizer;
  /** Needs no other service. It may be the same. */
  readonly fallbackSummarizer: Summarizer;
}

/** What the characters of a summary are counted by. */
interface Summarized {
  readonly workspaceId: WorkspaceId;
  /** The id of the bot or of the summary. */
  readonly subject: string;
  readonly memberId: MemberId | null;
}

/** Counts what a summary reads. Beyond the limit of the workspace, the one that needs no other service works. */
export async function summarizersWithinLimits<Context extends CommandContext & Summarizers>(
  context: Context,
  of: Summarized,
  { transcript, template }: Pick<SummaryJob, 'transcript' | 'template'>,
): Promise<Context> {
  const amount = summarizedCharacters(transcript, template);
  const used = await useWithinLimits(context)({ ...of, kind: 'summarized_characters', amount });
  return used === 'counted' ? context : { ...context, summarizer: context.fallbackSummarizer };
}

/** Attempts that failed one after the other; null where the last one succeeded. */
type Failing = RecordingCursor['failing'];

/** A summary, or an outage after which the summarizer is asked again at a time. */
type Made =
  | Summarization
  | { readonly status: 'unavailable'; readonly failing: Failing; readonly lookAgainAt: Instant };

/**
 * Retries during an outage for at most six hours. After that, and when the summarizer fails, `fallbackSummarizer`
 * works.
 */
export async function makeSummary(
  { summarizer, fallbackSummarizer, clock }: Summarizers & Pick<CommandContext, 'clock'>,
  job: SummaryJob,
  before: Failing,
): Promise<Made> {
  try {
    const summary = await summarizer.start(job);
    return summary.status === 'failed' ? await fallbackSummarizer.start(job) : summary;
  } catch (error) {
    if (!(error instanceof SummarizerUnavailable)) throw error;
    const now = clock.now();
    const { failing } = withFailure({ failing: before }, now);
    if (hasFailedFor({ failing }, SUMMARY_OUTAGE_MS, now)) return fallbackSummarizer.start(job);
    return { status: 'unavailable', failing, lookAgainAt: nextAttemptAt({ failing }, now) };
  }
}

/** The template that a workspace names, as it is now; the general one where it was deleted. */
export async function templateNow(table: Table, workspaceId: WorkspaceId, named: string): Promise<SummaryTemplate> {
  const id = idOf('tpl', named);
  const own = id && (await summaryTemplates.find(table, id))?.state;
  if (own?.workspaceId === workspaceId) return own;
  const builtIn = builtInTemplate(named) ?? builtInTemplate('general');
  if (!builtIn) throw new Error('The general template is gone.');
  return { ...builtIn, instructions: '' };
}
