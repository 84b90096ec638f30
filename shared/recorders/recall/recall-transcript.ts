import { type Speech, transcriptOf } from '#shared/recorders/transcripts/speech-to-transcript';
import type { Transcript, Word } from '#shared/results/rules/results';
import type { RecallTranscriptFile } from './recall-schemas.ts';

type Entry = RecallTranscriptFile[number];

/** The transcript in the file that Recall.ai offers for download. It states no language and no confidence. */
export const readRecallTranscript = (language: string | null, file: RecallTranscriptFile): Transcript =>
  transcriptOf(language, file.flatMap(speechIn));

function speechIn({ participant, words }: Entry): Speech[] {
  const timed = words.flatMap(wordIn);
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

/** A word without a start cannot be placed. One without an end, as in captions, ends where it starts. */
function wordIn({ text, start_timestamp, end_timestamp }: Entry['words'][number]): Word[] {
  const start = start_timestamp?.relative;
  if (start === null || start === undefined) return [];
  return [{ text: text.trim(), start, end: Math.max(start, end_timestamp?.relative ?? start), confidence: null }];
}
