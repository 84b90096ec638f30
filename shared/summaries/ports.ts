import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Summary, Transcript } from '#shared/results/rules/results';

/** Text to summary, with a start and a completion. Both calls may be repeated for one bot; an outage throws. */
export interface Summarizer {
  start(job: SummaryJob): Promise<Summarization>;
  check(job: SummaryJob): Promise<Summarization>;
}

export interface SummaryJob {
  readonly botId: BotId;
  readonly meetingTitle: string | null;
  readonly transcript: Transcript;
  readonly template: SummaryTemplate;
  /** BCP-47, or null to follow the transcript. */
  readonly language: string | null;
}

export interface SummaryTemplate {
  /** Built-in slug or `tpl_` id. */
  readonly id: string;
  /** For the whole: what matters most. Empty where there is nothing to say. */
  readonly instructions: string;
  readonly sections: readonly { readonly key: string; readonly title: string; readonly instructions: string }[];
}

export type Summarization =
  | { readonly status: 'running'; readonly lookAgainAt: Instant }
  | { readonly status: 'done'; readonly summary: Summary }
  | { readonly status: 'failed'; readonly detail: string };
