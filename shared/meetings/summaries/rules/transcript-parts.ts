import { idOf } from '#shared/foundation/core/ids';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import type { BuiltInTemplate } from '#shared/meetings/summaries/rules/templates';

/**
 * Characters of one part of a long transcript: about 8,000 tokens in English, at most 24,000 in scripts with a token for
 * each character. With its instructions a part fits the 32,000 tokens that the smallest models take.
 */
export const PART_CHARACTERS = 24_000;
/** What a part repeats of the one before, so that what is said across the border is whole in one of them. */
const OVERLAP_CHARACTERS = 1_200;
/** About a day of talk. */
export const MOST_PARTS = 40;

/** A transcript as lines of seconds, speaker and text, in parts that overlap. */
export function transcriptParts(transcript: Transcript): readonly string[] {
  const lines = linesOf(transcript);
  const parts: string[][] = [[]];
  let size = 0;
  for (const line of lines) {
    const part = parts.at(-1) ?? [];
    if (size + line.length > PART_CHARACTERS && part.length > 0) {
      const repeated = lastLines(part);
      parts.push([...repeated, line]);
      size = lengthOf(repeated) + line.length;
    } else {
      part.push(line);
      size += line.length;
    }
  }
  return parts.map((part) => part.join('\n'));
}

/** A template, with what it says for the whole of a summary. */
interface Template extends Pick<BuiltInTemplate, 'id' | 'sections'> {
  readonly instructions: string;
}

/**
 * Characters that a summary counts as at least: about what its instructions and its answer are, whose size does not depend on
 * the text.
 */
const LEAST_OF_A_SUMMARY = 4_000;

/**
 * Characters that a summarizer reads: with the name of the speaker before each text, and what a template of the workspace's
 * own says, which comes to each part. At least 4,000.
 */
export const summarizedCharacters = (transcript: Transcript, template: Template): number =>
  Math.max(
    LEAST_OF_A_SUMMARY,
    lengthOf(linesOf(transcript)) + ownCharacters(template) * transcriptParts(transcript).length,
  );

const ownCharacters = ({ id, instructions, sections }: Template): number =>
  idOf('tpl', id) === undefined
    ? 0
    : lengthOf([instructions, ...sections.flatMap((section) => [section.key, section.title, section.instructions])]);

/** A segment longer than a quarter of a part becomes several lines. */
function linesOf({ speakers, segments }: Transcript): readonly string[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const longest = PART_CHARACTERS / 4;
  return segments.flatMap((segment) => {
    const speaker = (segment.speakerId && names.get(segment.speakerId)) ?? 'Unknown';
    const text = oneLine(segment);
    const pieces = Array.from({ length: Math.max(1, Math.ceil(text.length / longest)) }, (_, index) =>
      text.slice(index * longest, (index + 1) * longest),
    );
    return pieces.map((piece) => `[${Math.round(segment.start)}] ${speaker.replaceAll(/\s+/g, ' ')}: ${piece}`);
  });
}

/** A line break in the text would look like the line of another speaker. */
const oneLine = ({ text }: Segment): string => text.replaceAll(/\s+/g, ' ').trim();

function lastLines(part: readonly string[]): readonly string[] {
  const last: string[] = [];
  for (const line of part.toReversed()) {
    if (lengthOf(last) + line.length > OVERLAP_CHARACTERS) break;
    last.unshift(line);
  }
  return last;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);
