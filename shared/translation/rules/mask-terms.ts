import { findTerms, type TermIndex } from '#shared/translation/rules/find-terms';

/** A text whose terms are placeholders: the first is number 1. */
export interface MaskedText {
  readonly text: string;
  /** What each placeholder becomes. */
  readonly targets: readonly string[];
}

/** Of a first asking, and of a second: a placeholder that an engine spoils is spoilt again in the same form. */
export type PlaceholderForm = 'brackets' | 'underscores';

const FORMS: Readonly<Record<PlaceholderForm, (number: number) => string>> = {
  brackets: (number) => `⟦${number}⟧`,
  underscores: (number) => `__${number}__`,
};

/** As an engine may return it: with spaces inside, with other digits. */
const PLACEHOLDER = /⟦\s*(\p{Nd}{1,6})\s*⟧|__\s?(\p{Nd}{1,6})\s?__/gu;

/** What placeholders are made of: beside one it could be read as another. */
const LOOKALIKE = /[⟦⟧]|_{2,}/g;

/** A text as it is masked: in NFC, on one line. */
export const normalized = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/**
 * Replaces each term by a placeholder, and what placeholders are made of by one that stands for itself.
 * `text` is `normalized`.
 */
export function maskTerms(text: string, index: TermIndex, form: PlaceholderForm): MaskedText {
  const lookalikes = Array.from(text.matchAll(LOOKALIKE), ({ index: start, 0: target }) => ({
    start,
    end: start + target.length,
    target,
  }));
  const isFree = ({ start, end }: Span) => !lookalikes.some((other) => start < other.end && other.start < end);
  const spans = [...lookalikes, ...findTerms(text, index).filter(isFree)].sort((one, other) => one.start - other.start);
  const pieces: string[] = [];
  let at = 0;
  for (const [position, { start, end }] of spans.entries()) {
    pieces.push(text.slice(at, start), FORMS[form](position + 1));
    at = end;
  }
  return { text: [...pieces, text.slice(at)].join(''), targets: spans.map(({ target }) => target) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface UnmaskedText {
  readonly text: string;
  /** Targets whose placeholder the engine dropped. */
  readonly missing: readonly string[];
}

/** Puts the targets in place of their placeholders, wherever the engine moved them. One that it made up is removed. */
export function unmaskTerms(translated: string, targets: readonly string[]): UnmaskedText {
  const seen = new Set<number>();
  const text = translated.replace(PLACEHOLDER, (_, inBrackets?: string, inUnderscores?: string) => {
    const position = Number(asciiDigits(inBrackets ?? inUnderscores ?? '')) - 1;
    seen.add(position);
    return targets[position] ?? '';
  });
  return { text, missing: targets.filter((_, position) => !seen.has(position)) };
}

/** Decimal digits of any script as those of ASCII. Unicode has each script's ten in a row. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((codePoint - first) % 10);
  });

const DIGIT = /\p{Nd}/u;
