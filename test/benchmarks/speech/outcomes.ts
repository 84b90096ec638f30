import { outcomeOf } from '#shared/meetings/bots/rules/transcript-outcome';
import { mendTranscript } from '#shared/meetings/recorders/rules/mend-transcript';
import type { Transcript, Word } from '#shared/meetings/results/rules/results';
import { transcribeAsWorker } from './long-recording.ts';
import { type KnownRecording, knownRecordings, otherRecording } from './recordings.ts';
import { wordsOf } from './word-accuracy.ts';

/** How far the time of a word may be from when it is said. */
const TOLERANCE_SECONDS = 0.3;
/** A word of the same letters within this is the same word. */
const SAME_WORD_SECONDS = 2;

/** Prints what the transcript of each recording comes to, how many words it has, and how many of them are in time. */
export async function printOutcomes(url: string, meeting: string, others: readonly string[]): Promise<void> {
  const recordings = [...(await knownRecordings(meeting)), ...(await Promise.all(others.map(otherRecording)))];
  console.log(row('recording', 'seconds', 'outcome', 'words', 'of', 'found', 'within 0.3 s'));
  for (const recording of recordings) console.log(await rowOf(url, recording));
}

async function rowOf(url: string, recording: KnownRecording): Promise<string> {
  const { name, file, format, durationSeconds, language, tracks, timeline, words } = recording;
  const read = async (firstByte: number, endByte: number) => file.subarray(firstByte, endByte);
  const { result } = await transcribeAsWorker(url, { format, sizeBytes: file.length, read }, { language, tracks });
  const length = durationSeconds.toFixed(0);
  if (result.status === 'failed') return row(name, length, result.reason ?? 'failed');
  if (result.status !== 'done') throw new Error('The transcription has not ended.');
  const mended = mendTranscript(result.transcript);
  const outcome = outcomeOf({ ...mended, durationSeconds, timeline, isHeardBySpeech: true });
  const heard = heardWords(mended.transcript);
  const found = distances(words, heard);
  const inTime = found.filter((distance) => distance <= TOLERANCE_SECONDS).length;
  const known = words.length > 0 ? [words.length, found.length, inTime] : [];
  return row(name, length, outcome, heard.length, ...known);
}

const heardWords = ({ segments }: Transcript): readonly Word[] => segments.flatMap((segment) => segment.words);

/** Of each word that is said and was heard, how far apart the two are. */
function distances(said: readonly Word[], heard: readonly Word[]): readonly number[] {
  return said.flatMap((word) => {
    const apart = heard
      .filter((one) => wordsOf(one.text).join(' ') === wordsOf(word.text).join(' '))
      .map(({ start }) => Math.abs(start - word.start))
      .filter((distance) => distance <= SAME_WORD_SECONDS);
    return apart.length > 0 ? [Math.min(...apart)] : [];
  });
}

const WIDTHS = [32, 9, 24, 7, 7, 7];

const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, nth) => String(cell).padEnd(WIDTHS[nth] ?? 0)).join('');
