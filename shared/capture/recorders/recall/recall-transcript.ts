import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { withTimes } from '#shared/capture/recorders/transcripts/with-times';
import type { Transcript, Word } from '#shared/meetings/results/rules/results';
import type { RecallTranscriptFile } from './recall-schemas.ts';

type Entry = RecallTranscriptFile[number];

/** The transcript in the file that Recall.ai offers for download. It states no language and no confidence. */
export function readRecallTranscript(language: string | null, file: RecallTranscriptFile): Transcript {
  let reached = 0;
  const speeches = file.flatMap((entry) => {
    const read = speechIn(entry, reached);
    reached = read[0]?.end ?? reached;
    return read;
  });
  return transcriptOf(language, speeches);
}

/** One without any times is behind the one before it. */
function speechIn({ participant, words }: Entry, reached: number): Speech[] {
  const timed = wordsIn(words, reached);
  const [first] = timed;
  if (!first) return [];
  const end = Math.max(...timed.map((word) => word.end));
  const name = participant?.name ?? null;
  const key = participant?.id ?? name;
  return [
    {
      speakerKey: key === null ? null : String(key),
      speakerName: name,
      text: null,
      confidence: null,
      start: first.start,
      end,
      words: timed,
    },
  ];
}

/** A word without a start is between its neighbours. One without an end, as in captions, ends where it starts. */
function wordsIn(words: Entry['words'], reached: number): readonly Word[] {
  const heard = words.map(({ text, start_timestamp, end_timestamp }) => ({
    ...{ text: text.trim(), confidence: null },
    ...{ start: start_timestamp?.relative, end: end_timestamp?.relative },
  }));
  const isTimed = heard.some(({ start }) => typeof start === 'number');
  return withTimes(heard, isTimed ? undefined : { start: reached, end: reached });
}
