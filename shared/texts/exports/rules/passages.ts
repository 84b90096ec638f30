import type { Segment, Transcript } from '#shared/meetings/results/rules/results';

/** How a text is shown. */
export interface TextOptions {
  readonly showTimestamps: boolean;
  /** At least so many seconds between two timestamps; null shows one for each segment. */
  readonly timestampsEverySeconds: number | null;
  readonly showSpeakers: boolean;
}

/** A segment as a document shows it. */
export interface Passage {
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly end: number;
  /** Null where speakers are not shown or the speaker is not known. A speaker without a name has a number. */
  readonly speaker: string | null;
  /** At least one; together they are the text of the segment. */
  readonly pieces: readonly Piece[];
}

/** Text behind one timestamp. */
export interface Piece {
  /** Seconds from the start of the recording, to be shown before the text; null shows none. */
  readonly at: number | null;
  readonly text: string;
}

/**
 * The segments of a transcript with the speakers and timestamps that the options ask for. Where timestamps have an
 * interval, a long segment has some of them between its words, if the times of its words are known.
 */
export function passagesOf(transcript: Transcript, options: TextOptions): readonly Passage[] {
  const names = speakerNames(transcript);
  const piecesOf = timestamped(options);
  return transcript.segments.map((segment) => ({
    start: segment.start,
    end: segment.end,
    speaker: options.showSpeakers && segment.speakerId !== null ? (names.get(segment.speakerId) ?? null) : null,
    pieces: piecesOf(segment),
  }));
}

/** What speakers are called, by id: a name on one line, or a number, such as `Speaker 2`. */
export const speakerNames = ({ speakers }: Pick<Transcript, 'speakers'>): ReadonlyMap<string, string> =>
  new Map(speakers.map(({ id, name }, index) => [id, oneLine(name ?? '') || `Speaker ${index + 1}`]));

/** Line breaks and other white space as single spaces. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A function that is called with one segment after the other, in order. */
function timestamped({ showTimestamps, timestampsEverySeconds: interval }: TextOptions) {
  if (!showTimestamps) return ({ text }: Segment): readonly Piece[] => [{ at: null, text: oneLine(text) }];
  if (interval === null) return ({ start, text }: Segment): readonly Piece[] => [{ at: start, text: oneLine(text) }];
  let dueAt = Number.NEGATIVE_INFINITY;
  return (segment: Segment): readonly Piece[] => {
    const pieces: { at: number | null; texts: string[] }[] = [];
    for (const { start, text } of timedParts(segment)) {
      const isDue = start >= dueAt;
      if (isDue) dueAt = start + interval;
      if (isDue || pieces.length === 0) pieces.push({ at: isDue ? start : null, texts: [text] });
      else pieces.at(-1)?.texts.push(text);
    }
    return pieces.map(({ at, texts }) => ({ at, text: texts.join(' ') }));
  };
}

/** The words of a segment, or its whole text where its words are not the text. */
function timedParts({ start, text, words }: Segment): readonly { readonly start: number; readonly text: string }[] {
  const whole = oneLine(text);
  const areTheText = words.length > 0 && words.map((word) => word.text).join(' ') === whole;
  if (!areTheText) return [{ start, text: whole }];
  // A segment may begin a moment before its first word.
  return words.map((word, index) => ({ start: index === 0 ? start : word.start, text: word.text }));
}
