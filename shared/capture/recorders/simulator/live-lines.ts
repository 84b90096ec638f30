import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';

/** The lines of a recorded meeting that were said by a second of it. One that is being said has its words so far. */
export function linesUpTo(seconds: number, { segments, speakers }: Transcript): readonly LiveLine[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  return segments
    .filter(({ start }) => start <= seconds)
    .map((segment) => {
      const isFinal = segment.end <= seconds;
      return {
        id: segment.id,
        speakerKey: segment.speakerId,
        speakerName: (segment.speakerId !== null && names.get(segment.speakerId)) || null,
        text: isFinal ? segment.text : wordsUpTo(seconds, segment),
        start: { seconds: segment.start },
        end: { seconds: Math.min(segment.end, seconds) },
        isFinal,
      };
    });
}

const wordsUpTo = (seconds: number, { words }: Segment): string =>
  joinWords(words.filter(({ start }) => start <= seconds).map(({ text }) => text));
