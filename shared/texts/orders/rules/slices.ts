import type { Segment, Transcript } from '#shared/meetings/results/rules/results';

/**
 * Of one slice. Its requests to an engine fit into one step of a job, half a minute: `RequestLimits` of the slowest
 * engine are 2,400 bytes, four requests at a time.
 */
export const SLICE = { segments: 100, characters: 6_000 } as const;

/** The segments of a text in slices, in order; the same text always has the same slices. */
export function slicesOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const slices: Segment[][] = [];
  let characters = 0;
  for (const segment of segments) {
    const slice = slices.at(-1);
    const isFull = slice && (slice.length >= SLICE.segments || characters + segment.text.length > SLICE.characters);
    if (!slice || isFull) {
      slices.push([segment]);
      characters = segment.text.length;
    } else {
      slice.push(segment);
      characters += segment.text.length;
    }
  }
  return slices;
}

/** The text in another language: segments keep their ids, speakers and times. Words have none, since their order differs. */
export const translatedTranscript = (
  { speakers, segments }: Transcript,
  texts: ReadonlyMap<string, string>,
  language: string,
): Transcript => ({
  language,
  speakers,
  segments: segments.map(({ id, speakerId, start, end, text }) => ({
    ...{ id, speakerId, start, end, text: texts.get(id) ?? text, confidence: null, words: [] },
  })),
});
