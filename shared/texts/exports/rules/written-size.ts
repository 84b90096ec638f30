import { charactersIn } from '#shared/foundation/core/text';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { speakerNames } from '#shared/texts/exports/rules/passages';
import type { TextFormat } from './export.ts';

/** A heading, a timestamp and a paragraph cost so much more than their characters, in any format (npm run bench -- parsers). */
const CHARACTERS_OF_A_SEGMENT = 60;

/** Scripts whose letters are shaped by those around them: setting one in a PDF takes the time of so many others. */
const SHAPED: readonly { readonly letters: RegExp; readonly times: number }[] = [
  { letters: /[\p{sc=Deva}\p{sc=Beng}\p{sc=Telu}\p{sc=Knda}]/gu, times: 6 },
  { letters: /\p{sc=Hang}/gu, times: 4 },
  { letters: /[\p{sc=Arab}\p{sc=Hebr}]/gu, times: 2 },
];

/** All texts of an export as PDF together: a body of Latin letters, which takes a third of its function's time. */
const MOST_OF_PDF = 3_500_000;
/** Of an export in another format, of which the slowest takes a twentieth as long. */
const MOST_OF_OTHERS = 20_000_000;

/** What an export may write, in the units of `writtenSize`, in all its conversations together. */
export const mostWritten = (format: TextFormat): number => (format === 'pdf' ? MOST_OF_PDF : MOST_OF_OTHERS);

/**
 * What writing a text takes, in characters: those of its segments, the name of the speaker at each, and a fixed number
 * for each. In a PDF, a letter counts by the time that its script takes.
 */
export function writtenSize(transcript: Transcript, format: TextFormat): number {
  const weigh = format === 'pdf' ? sizeInPdf : charactersIn;
  const names = new Map([...speakerNames(transcript)].map(([id, name]) => [id, weigh(name)]));
  return transcript.segments.reduce(
    (sum, { text, speakerId }) => sum + weigh(text) + (names.get(speakerId ?? '') ?? 0) + CHARACTERS_OF_A_SEGMENT,
    0,
  );
}

const sizeInPdf = (text: string): number =>
  SHAPED.reduce(
    (sum, { letters, times }) => sum + (times - 1) * (text.match(letters)?.length ?? 0),
    charactersIn(text),
  );
