/** A word or phrase with its translation into one language. */
export interface Term {
  readonly source: string;
  readonly target: string;
  readonly caseSensitive: boolean;
}

export interface FoundTerm {
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

/**
 * Terms by their folded source, and the lengths of these sources by their folded beginning, the longest first: at each place
 * of a text as many lookups as there are lengths, however many terms begin alike. A glossary has thousands.
 */
export interface TermIndex {
  readonly bySource: ReadonlyMap<string, readonly Term[]>;
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

const BEGINNING = 2;

export function indexTerms(terms: readonly Term[]): TermIndex {
  const bySource = new Map<string, Term[]>();
  const lengths = new Map<string, Set<number>>();
  for (const { source, target, caseSensitive } of terms) {
    const normal = source.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    const key = folded(normal);
    const alike = bySource.get(key) ?? [];
    const isKnown = alike.some(
      (one) => one.caseSensitive === caseSensitive && (!caseSensitive || one.source === normal),
    );
    if (normal === '' || isKnown) continue;
    alike.push({ source: normal, target, caseSensitive });
    bySource.set(key, alike);
    const beginning = key.slice(0, BEGINNING);
    lengths.set(beginning, (lengths.get(beginning) ?? new Set()).add(normal.length));
  }
  const longestFirst = [...lengths].map(
    ([beginning, found]) => [beginning, [...found].toSorted((a, b) => b - a)] as const,
  );
  return { bySource, lengths: new Map(longestFirst) };
}

/**
 * Whole words of the text that are a term, from left to right, of two at one place the longer. Inflected forms are other
 * words. The text is in NFC, with single spaces.
 */
export function findTerms(text: string, index: TermIndex): readonly FoundTerm[] {
  const lower = folded(text);
  const found: FoundTerm[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const term = termAt(text, lower, at, index);
    if (!term) continue;
    const end = at + term.source.length;
    found.push({ start: at, end, target: term.target });
    at = end - 1;
  }
  return found;
}

function termAt(text: string, lower: string, at: number, { bySource, lengths }: TermIndex): Term | undefined {
  if (!isBoundary(text, at)) return undefined;
  for (const beginning of [lower.slice(at, at + BEGINNING), lower.slice(at, at + 1)])
    for (const length of lengths.get(beginning) ?? []) {
      const alike = bySource.get(lower.slice(at, at + length)) ?? [];
      const term = alike.find(({ source, caseSensitive }) => !caseSensitive || text.startsWith(source, at));
      if (term && isBoundary(text, at + length)) return term;
    }
  return undefined;
}

/** Where a word begins or ends. Scripts without spaces have a boundary between any two characters. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const before = String.fromCodePoint(text.codePointAt(at - (isLowSurrogate(text, at - 1) ? 2 : 1)) ?? 0);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (isLowSurrogate(text, at) || MARK.test(after)) return false;
  return !(WORD.test(before) && WORD.test(after)) || WITHOUT_SPACES.test(before) || WITHOUT_SPACES.test(after);
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const MARK = /\p{M}/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** In lower case, with every character where it was. */
const folded = (text: string): string =>
  Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join('');
