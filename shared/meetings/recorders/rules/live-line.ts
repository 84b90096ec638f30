import type { Instant } from '#shared/foundation/core/time';

/** When something was said: in seconds from the start of the recording, or by the clock. */
export type SpokenAt = { readonly seconds: number } | { readonly at: Instant };

/** What was said in a call that is going on, as its recorder reports it. */
export interface LiveLine {
  /** The recorder's own, which a repeated report and the final form of a partial line share. */
  readonly id: string;
  /** Tells speakers apart; null where the recorder does not. */
  readonly speakerKey: string | null;
  readonly speakerName: string | null;
  readonly text: string;
  readonly start: SpokenAt;
  readonly end: SpokenAt;
  /** False while the recorder may still change the words. */
  readonly isFinal: boolean;
}
