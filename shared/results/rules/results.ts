/** Content of a meeting's results, as stored. Times are seconds from the start of the recording. */
export interface Transcript {
  /** Language tag; null when the language is not known. */
  readonly language: string | null;
  readonly speakers: readonly Speaker[];
  readonly segments: readonly Segment[];
}

export interface Speaker {
  readonly id: string;
  readonly name: string | null;
}

/** What one speaker said without a break. */
export interface Segment {
  readonly id: string;
  readonly speakerId: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number | null;
  readonly words: readonly Word[];
}

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number | null;
}

export interface Summary {
  readonly language: string | null;
  readonly template: string;
  readonly title: string;
  readonly markdown: string;
  readonly sections: readonly SummarySection[];
  readonly actionItems: readonly ActionItem[];
}

export interface SummarySection {
  readonly key: string;
  readonly title: string;
  readonly markdown: string;
}

export interface ActionItem {
  readonly text: string;
  /** The name of the speaker who took the item on; null where the transcript does not say. */
  readonly assigneeName: string | null;
  /** Seconds from the recording's start. */
  readonly start: number | null;
}
