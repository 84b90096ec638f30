import {
  hasFailedFor,
  nextAttemptAt,
  type RecordingCursor,
  SUMMARY_OUTAGE_MS,
  withFailure,
} from '#shared/bots/rules/recording-cursor';
import type { CommandContext } from '#shared/commands/context';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import {
  type Summarization,
  type Summarizer,
  SummarizerUnavailable,
  type SummaryJob,
  type SummaryTemplate,
} from '#shared/summaries/ports';
import { builtInTemplate } from '#shared/summaries/rules/templates';
import { summaryTemplates } from '#shared/summaries/store';

export interface Summarizers {
  readonly summarizer: Summarizer;
  /** Needs no other service. It may be the same. */
  readonly summarizerStandIn: Summarizer;
}

/** Attempts that failed one after the other, since the summarizer is out of order; null where the last went well. */
type Failing = RecordingCursor['failing'];

/** A summary, or an outage after which the summarizer is asked again at a time. */
type Made = Summarization | { readonly status: 'out'; readonly failing: Failing; readonly lookAgainAt: Instant };

/** An outage is waited for, six hours at most; then, and where the summarizer fails for good, another stands in. */
export async function makeSummary(
  { summarizer, summarizerStandIn, clock }: Summarizers & Pick<CommandContext, 'clock'>,
  job: SummaryJob,
  before: Failing,
): Promise<Made> {
  try {
    const summary = await summarizer.start(job);
    return summary.status === 'failed' ? await summarizerStandIn.start(job) : summary;
  } catch (error) {
    if (!(error instanceof SummarizerUnavailable)) throw error;
    const now = clock.now();
    const { failing } = withFailure({ failing: before }, now);
    if (hasFailedFor({ failing }, SUMMARY_OUTAGE_MS, now)) return summarizerStandIn.start(job);
    return { status: 'out', failing, lookAgainAt: nextAttemptAt({ failing }, now) };
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
