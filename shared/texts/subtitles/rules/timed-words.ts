import type { Segment, Word } from '#shared/meetings/results/rules/results';
import type { Token } from './token.ts';
import { unspacedWords, withoutLineBreaks } from './unspaced-words.ts';

interface Timed {
  readonly startMs: number;
  readonly endMs: number;
  readonly isTimed: boolean;
  readonly confidence: number | null;
}

/**
 * The words of a segment's text in order of time. They have the times of the transcript's words where these make up the
 * text or are as many; otherwise the segment's time is divided by characters.
 */
export function timedWords(segment: Segment): readonly Token[] {
  const text = withoutLineBreaks(segment.text);
  const { words, start, end } = segment;
  const tokens = inOrder(wordTimes(text, words) ?? spread(text, { ...msOf({ start, end }), ...UNTIMED }, false));
  return tokens.flatMap(splitByDictionary);
}

const UNTIMED = { isTimed: false, confidence: null };

const timeOf = (word: Word): Timed => ({ ...msOf(word), isTimed: true, confidence: word.confidence });

const msOf = ({ start, end }: Pick<Word, 'start' | 'end'>) => {
  const startMs = Math.max(0, Math.round(start * 1000));
  return { startMs, endMs: Math.max(startMs, Math.round(end * 1000)) };
};

function wordTimes(text: string, words: readonly Word[]): readonly Token[] | undefined {
  if (words.length > 0 && withoutSpaces(words.map((word) => word.text).join('')) === withoutSpaces(text)) {
    let position = 0;
    return words.flatMap((word) => {
      const begin = skipSpaces(text, position);
      const isGlued = begin === position && position > 0;
      position = begin;
      for (const character of withoutSpaces(word.text)) position = skipSpaces(text, position) + character.length;
      return spread(text.slice(begin, position), timeOf(word), isGlued);
    });
  }
  const written = writtenWords(text);
  if (words.length !== written.length) return undefined;
  return words.map((word, index) => ({ text: written[index] ?? '', ...timeOf(word), isGlued: false }));
}

const writtenWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

function skipSpaces(text: string, from: number): number {
  let position = from;
  while (position < text.length && /\s/.test(text[position] ?? '')) position += 1;
  return position;
}

/** The words of a text, each with the part of the time that its characters are of all. */
function spread(text: string, time: Timed, isGlued: boolean): readonly Token[] {
  return divideTime(writtenWords(text), time).map((token, index) => ({ ...token, isGlued: index === 0 && isGlued }));
}

function splitByDictionary(token: Token): readonly Token[] {
  const parts = unspacedWords(token.text);
  if (parts.length === 1) return [token];
  return divideTime(parts, token).map((part, index) => ({ ...part, isGlued: index > 0 || token.isGlued }));
}

function divideTime(texts: readonly string[], { startMs, endMs, isTimed, confidence }: Timed) {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  let before = 0;
  const at = () => startMs + Math.round(((endMs - startMs) * before) / Math.max(1, total));
  return texts.map((text) => {
    const from = at();
    before += text.length;
    return { text, startMs: from, endMs: at(), isTimed, confidence };
  });
}

/** Words of an overlapping or damaged alignment begin no earlier than the word before. */
function inOrder(tokens: readonly Token[]): readonly Token[] {
  let reached = 0;
  return tokens.map((token) => {
    const startMs = Math.max(reached, token.startMs);
    reached = startMs;
    return { ...token, startMs, endMs: Math.max(startMs, token.endMs) };
  });
}
