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

/** Terms by the folded beginning of their source, the longest first. A glossary has thousands, a transcript more words. */
export type TermIndex = ReadonlyMap<string, readonly Term[]>;

const BEGINNING = 2;

export function indexTerms(terms: readonly Term[]): TermIndex {
  const known = new Set<string>();
  const index = new Map<string, Term[]>();
  for (const { source, target, caseSensitive } of terms) {
    const normal = source.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    const identity = `${caseSensitive ? normal : folded(normal)}\n${caseSensitive}`;
    if (normal === '' || known.has(identity)) continue;
    known.add(identity);
    const beginning = folded(normal).slice(0, BEGINNING);
    index.set(beginning, [...(index.get(beginning) ?? []), { source: normal, target, caseSensitive }]);
  }
  for (const [beginning, found] of index)
    index.set(
      beginning,
      found.toSorted((one, other) => other.source.length - one.source.length),
    );
  return index;
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

function termAt(text: string, lower: string, at: number, index: TermIndex): Term | undefined {
  const candidates = [lower.slice(at, at + BEGINNING), lower.slice(at, at + 1)].flatMap(
    (beginning) => index.get(beginning) ?? [],
  );
  return candidates.find(({ source, caseSensitive }) => {
    const matches = caseSensitive ? text.startsWith(source, at) : lower.startsWith(folded(source), at);
    return matches && isBoundary(text, at) && isBoundary(text, at + source.length);
  });
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
