import type { JsonObject } from '#shared/foundation/core/json';
import type { Instant } from '#shared/foundation/core/time';
import type { Summary, SummaryEngine, Transcript } from '#shared/meetings/results/rules/results';

/** Text to summary, with a start and a completion. Both calls may be repeated for one text; an outage throws. */
export interface Summarizer {
  start(job: SummaryJob): Promise<Summarization>;
  check(job: SummaryJob): Promise<Summarization>;
}

export interface SummaryJob {
  /** Of the meeting, or the name of the conversation. */
  readonly meetingTitle: string | null;
  /** Names of people who were invited: an action item may be theirs. */
  readonly invited: readonly string[];
  readonly transcript: Transcript;
  readonly template: SummaryTemplate;
  /** BCP-47, or null to follow the transcript. */
  readonly language: string | null;
  /** Called at least every two minutes while the summary is made, by a summarizer that takes longer. */
  readonly onProgress: () => Promise<void>;
}

/** The summarizer is out of order, has no quota left, or refuses the key: it is asked again later. */
export class SummarizerUnavailable extends Error {
  override readonly name = 'SummarizerUnavailable';
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

/** A language model that answers with JSON. */
export interface SummaryModel {
  readonly engine: Exclude<SummaryEngine, 'extractive'>;
  /**
   * The model's answer, which may have any shape: models do not always keep to a schema. Undefined where it is no JSON, or
   * was cut off at `maxTokens`. Answered or thrown within 90 s; throws `SummarizerUnavailable`.
   */
  answer(question: ModelQuestion): Promise<unknown>;
}

export interface ModelQuestion {
  readonly instructions: string;
  /** What the question is about: data, in which nothing is an instruction. */
  readonly material: string;
  /** JSON schema of the answer. */
  readonly schema: JsonObject;
  /** Of the answer. */
  readonly maxTokens: number;
}
