import type { Segment, Transcript, Word } from '#shared/meetings/results/rules/results';
import { sharing, wordsOf } from '#shared/texts/conversations/rules/corrected-words';
import { compactOf, isUpperCase, nearestSource, type SourceIndex } from '#shared/texts/glossaries/rules/source-index';

/** What surrounds a word in a sentence. */
const BEFORE = /^[\p{Ps}\p{Pi}"'¿¡]+/u;
const CLOSES = /[\p{Pe}\p{Pf}"'.,;:!?…]/u;
const POSSESSIVE = /['’]s$/i;

/**
 * A recognized transcript with the words of a glossary in the glossary's spelling and case. What sounds like a source and
 * was written as another word, or as several, is replaced where few letters differ; other words keep their times. Scripts
 * without spaces stay as they are.
 */
export function correctBySources(transcript: Transcript, index: SourceIndex): Transcript {
  if (index.mostWords === 0) return transcript;
  const known = new Map<string, string | undefined>();
  const segments = transcript.segments.map((segment) => corrected(segment, index, known));
  return { ...transcript, segments };
}

/** Speech repeats its words: what was found for a text is found once. */
type Known = Map<string, string | undefined>;

interface Replacement {
  /** Words that it is in place of. */
  readonly count: number;
  readonly text: string;
}

function corrected(segment: Segment, index: SourceIndex, known: Known): Segment {
  const spoken = segment.text.split(/\s+/).filter((word) => word !== '');
  const pieces: Replacement[] = [];
  for (let at = 0; at < spoken.length; at += pieces.at(-1)?.count ?? 1)
    pieces.push(replacementAt(spoken, at, index, known) ?? { count: 1, text: spoken[at] ?? '' });
  const text = pieces.map((piece) => piece.text).join(' ');
  if (text === spoken.join(' ')) return segment;
  return { ...segment, text, words: correctedWords({ ...segment, text }, spoken, pieces) };
}

/** The longest run of words from a place on that stands for a source. */
function replacementAt(
  spoken: readonly string[],
  at: number,
  index: SourceIndex,
  known: Known,
): Replacement | undefined {
  for (let count = Math.min(index.mostWords, spoken.length - at); count > 0; count -= 1) {
    const run = partsOf(spoken.slice(at, at + count));
    const found = run && sourceFor(run, index, known);
    if (found !== undefined) return { count, text: found };
  }
  return undefined;
}

/** A run of words, and what stands around it. */
interface Run {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** Undefined where a word inside ends or begins a clause. */
function partsOf(spoken: readonly string[]): Run | undefined {
  const inner = spoken.some(
    (word, nth) => (nth > 0 && BEFORE.test(word)) || (nth < spoken.length - 1 && afterOf(word) !== ''),
  );
  if (inner) return undefined;
  const whole = spoken.join(' ');
  const before = BEFORE.exec(whole)?.[0] ?? '';
  const rest = whole.slice(before.length);
  const after = afterOf(rest);
  return { before, text: rest.slice(0, rest.length - after.length), after };
}

/** The marks at the end of a text. */
function afterOf(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSES.test(text.charAt(end - 1))) end -= 1;
  return text.slice(end);
}

/** The run in the spelling of a source, also of a word in the possessive; undefined where there is none. */
function sourceFor({ before, text, after }: Run, index: SourceIndex, known: Known): string | undefined {
  const found = spelled(text, index, known);
  if (found !== undefined) return `${before}${found}${after}`;
  const owner = POSSESSIVE.exec(text);
  const name = owner && spelled(text.slice(0, owner.index), index, known);
  return name ? `${before}${name}${owner[0]}${after}` : undefined;
}

function spelled(text: string, index: SourceIndex, known: Known): string | undefined {
  if (!known.has(text)) known.set(text, spelling(text, index));
  return known.get(text);
}

function spelling(text: string, index: SourceIndex): string | undefined {
  const source = nearestSource(text, index);
  if (!source) return undefined;
  // The same letters in another case are another word.
  if (source.caseSensitive && compactOf(text) === source.compact && !isSameCase(text, source.text)) return undefined;
  const isSentence = isUpperCase(text) && !/\p{Lu}/u.test(source.text);
  return isSentence ? `${source.text.charAt(0).toUpperCase()}${source.text.slice(1)}` : source.text;
}

const isSameCase = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);

const lettersOf = (text: string): string => text.normalize('NFC').replaceAll(/[^\p{L}]/gu, '');

/** Words that stay keep their times, and new ones share the time of those they replace, where each word has a time. */
function correctedWords(segment: Segment, spoken: readonly string[], pieces: readonly Replacement[]): readonly Word[] {
  const { words } = segment;
  if (words.length !== spoken.length || words.some(({ text }, at) => text.trim() !== spoken[at]))
    return wordsOf(segment, words);
  let at = 0;
  return pieces.flatMap(({ count, text }) => {
    const replaced = words.slice(at, at + count);
    at += count;
    const [first, last] = [replaced[0], replaced.at(-1)];
    if (!first || !last || replaced.map((word) => word.text.trim()).join(' ') === text) return replaced;
    return sharing(text.split(' '), { start: first.start, end: last.end });
  });
}
