import { charactersIn } from '#shared/foundation/core/text';
import { findTerms, type TermIndex } from '#shared/texts/translation/rules/find-terms';
import { roomForPlaceholders } from '#shared/texts/translation/rules/translated-characters';

/** A text whose terms are placeholders: the first is number 1. */
export interface MaskedText {
  readonly text: string;
  /** What each placeholder becomes. */
  readonly targets: readonly string[];
  /** Of terms that stay in the text, since their placeholders would make it too long. */
  readonly unmasked: readonly string[];
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
const LOOKALIKE = /_{2,}/g;

/** No asking sends them as they are, since a text of them alone would be nothing but placeholders. */
const withoutBrackets = (text: string): string => text.replaceAll('⟦', '[').replaceAll('⟧', ']');

/**
 * Replaces each term by a placeholder, as long as there is room for those that are longer than their terms; other terms
 * stay. Underscores in a row get a placeholder that stands for themselves, else they become one. `text` is `normalized`.
 */
export function maskTerms(text: string, index: TermIndex, form: PlaceholderForm): MaskedText {
  const plain = withoutBrackets(text);
  const room = roomForPlaceholders(plain);
  const pieces: string[] = [];
  const targets: string[] = [];
  const unmasked: string[] = [];
  let growth = 0;
  let at = 0;
  for (const { start, end, target, left } of spansIn(plain, index)) {
    const placeholder = FORMS[form](targets.length + 1);
    const grown = growth + placeholder.length - charactersIn(plain.slice(start, end));
    const isMasked = grown <= Math.max(growth, room);
    if (isMasked) {
      growth = grown;
      targets.push(target);
    } else if (left === undefined) {
      unmasked.push(target);
    }
    pieces.push(plain.slice(at, start), isMasked ? placeholder : (left ?? plain.slice(start, end)));
    at = end;
  }
  return { text: [...pieces, plain.slice(at)].join(''), targets, unmasked };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly target: string;
  /** What stands there without a placeholder; left out where the text stays. */
  readonly left?: string;
}

/** Lookalikes, and the terms beside them, in the order of the text. */
function spansIn(text: string, index: TermIndex): readonly Span[] {
  const lookalikes = Array.from(text.matchAll(LOOKALIKE), ({ index: start, 0: target }) => ({
    ...{ start, end: start + target.length, target, left: '_' },
  }));
  const isFree = ({ start, end }: Span) => !lookalikes.some((other) => start < other.end && other.start < end);
  return [...lookalikes, ...findTerms(text, index).filter(isFree)].sort((one, other) => one.start - other.start);
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
