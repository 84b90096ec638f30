import type { Word } from '#shared/meetings/results/rules/results';

/** The least that stays together in a line: a word with its punctuation. Times are milliseconds. */
export interface Token {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** No space stands before it, as in Chinese. */
  readonly isGlued: boolean;
  /** Its times are those of a word of the transcript, not a part of its segment's. */
  readonly isTimed: boolean;
  /** Of the recognized word; null where it is not known. */
  readonly confidence: number | null;
}

/** Tokens as a text. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, isGlued }, index) => (index === 0 || isGlued ? text : ` ${text}`)).join('');

/** Tokens as words, with their times in seconds; none unless all of them are timed. */
export const wordsIn = (tokens: readonly Token[]): readonly Word[] =>
  tokens.every(({ isTimed }) => isTimed)
    ? tokens.map(({ text, startMs, endMs, confidence }) => ({
        ...{ text, start: startMs / 1000, end: endMs / 1000, confidence },
      }))
    : [];

const WITHIN_PUNCTUATION = /[\p{L}\p{N}[](?:.*[\p{L}\p{N}\]])?/su;

/** The word alone, in lower case: `"Hello,` is `hello`. */
export const normalizedWord = ({ text }: Token): string =>
  (WITHIN_PUNCTUATION.exec(text)?.[0] ?? '').replaceAll('’', "'").toLowerCase();

const SENTENCE_END = /[.?!…。！？؟।]["'”’»)\]」』]{0,3}$/;
const CLAUSE_END = /[,;:—–、，；：،؛]["'”’»)\]」』]{0,3}$/;

export const endsSentence = ({ text }: Token): boolean => SENTENCE_END.test(text);
export const endsClause = ({ text }: Token): boolean => CLAUSE_END.test(text);
