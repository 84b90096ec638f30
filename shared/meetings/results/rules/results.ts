/** Content of a meeting's results, as stored. Times are seconds from the start of the recording. */
export interface Transcript {
  /** Language tag; null when the language is not known. */
  readonly language: string | null;
  readonly speakers: readonly Speaker[];
  readonly segments: readonly Segment[];
}

/** Whether anything is said in it. */
export const saysSomething = ({ segments }: Transcript): boolean => segments.some(({ text }) => text.trim() !== '');

export const NO_TRANSCRIPT: Transcript = { language: null, speakers: [], segments: [] };

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

/**
 * How a summary is made. `extractive`: of sentences of the transcript, without following the instructions of a template's
 * sections. `openai_compatible`, `bedrock`: by a language model.
 */
export type SummaryEngine = (typeof SUMMARY_ENGINES)[number];
export const SUMMARY_ENGINES = ['extractive', 'openai_compatible', 'bedrock'] as const;

export interface Summary {
  readonly engine: SummaryEngine;
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

/** The transcript of a recording that ended early: only what was said in full by then. Speakers keep their ids. */
export function transcriptUpTo(seconds: number, transcript: Transcript): Transcript {
  const segments = transcript.segments.flatMap((segment) => segmentUpTo(seconds, segment));
  const heard = new Set(segments.map((segment) => segment.speakerId));
  return { ...transcript, speakers: transcript.speakers.filter(({ id }) => heard.has(id)), segments };
}

/** A segment that goes on later is cut by its word times, and left out where it has none. */
function segmentUpTo(seconds: number, segment: Segment): readonly Segment[] {
  if (segment.end <= seconds) return [segment];
  const words = segment.words.filter((word) => word.end <= seconds);
  const last = words.at(-1);
  if (!last) return [];
  return [{ ...segment, end: last.end, text: words.map((word) => word.text).join(' '), words }];
}

/**
 * Seconds each speaker talked, by speaker id, to the millisecond; zero for one who said nothing. Where a speaker's
 * segments overlap, the time counts once. Segments without a speaker count for none.
 */
export function talkTimes({ speakers, segments }: Transcript): ReadonlyMap<string, number> {
  const spoken = Map.groupBy(segments, (segment) => segment.speakerId);
  return new Map(speakers.map(({ id }) => [id, secondsCovered(spoken.get(id) ?? [])]));
}

function secondsCovered(segments: readonly Segment[]): number {
  let covered = 0;
  let reached = 0;
  for (const { start, end } of [...segments].sort((a, b) => a.start - b.start)) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return Math.round(covered * 1000) / 1000;
}
