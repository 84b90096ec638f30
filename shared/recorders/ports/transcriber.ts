import type { BotId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Transcript } from '#shared/results/rules/results';

/**
 * Speech to text, with a start and a completion, as transcription services have: no call waits for the result.
 * Both calls may be repeated for one bot. A failure for good is a value; an outage throws and is tried again.
 */
export interface Transcriber {
  start(job: TranscriptionJob): Promise<Transcription>;
  check(job: TranscriptionJob): Promise<Transcription>;
}

export interface TranscriptionJob {
  readonly botId: BotId;
  /** Key of the audio in our file storage. */
  readonly audioKey: string;
  /** BCP-47, `auto` or `multi`. */
  readonly language: string;
}

export type Transcription =
  | { readonly status: 'running'; readonly lookAgainAt: Instant }
  | { readonly status: 'done'; readonly transcript: Transcript }
  | { readonly status: 'failed'; readonly detail: string };
