import { editDistance } from '#shared/texts/glossaries/rules/edit-distance';
import type { GlossaryTerm } from '#shared/texts/glossaries/rules/glossary-term';

/** Words of a source at most: longer phrases are not corrected. */
const MOST_WORDS = 5;
/** Sources that share a piece at most: a piece of more tells nothing apart, such as the beginning of all product codes. */
const MOST_SHARING = 64;

/** A source as recognized text is compared with it. */
interface Source {
  readonly text: string;
  readonly compact: string;
  readonly caseSensitive: boolean;
}

/** The sources of glossaries by what is looked for: a lookup takes time for the length of the text, not for their number. */
export interface SourceIndex {
  /** By their compact form; of several with one form the first. */
  readonly exact: ReadonlyMap<string, Source>;
  /** By a piece of their compact form, with its place and the length of the whole. */
  readonly pieces: ReadonlyMap<string, readonly Source[]>;
  /** Words that a source is recognized as at most. */
  readonly mostWords: number;
}

/** Of two sources that differ in case, spaces and hyphens alone, the first counts. */
export function indexSources(terms: readonly Pick<GlossaryTerm, 'source' | 'caseSensitive'>[]): SourceIndex {
  const exact = new Map<string, Source>();
  let mostWords = 0;
  for (const { source: text, caseSensitive } of terms) {
    const compact = compactOf(text);
    const words = text.split(' ').length;
    if (compact === '' || words > MOST_WORDS || exact.has(compact)) continue;
    exact.set(compact, { text, compact, caseSensitive });
    // One word may be recognized as two.
    mostWords = Math.max(mostWords, words + 1);
  }
  const pieces = new Map<string, Source[]>();
  for (const source of exact.values())
    for (const { text, at } of piecesOf(source.compact)) {
      const key = keyOf(text, at, source.compact.length);
      const sharing = pieces.get(key);
      if (sharing) sharing.push(source);
      else pieces.set(key, [source]);
    }
  for (const [key, sharing] of pieces) if (sharing.length > MOST_SHARING) pieces.delete(key);
  return { exact, pieces, mostWords };
}

/** In lower case, without spaces and hyphens, which recognition puts and leaves out. */
export const compactOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\u00AD\u2010-\u2015-]/g, '');

/**
 * The source that a recognized text stands for, undefined where there is none, or several that are as near. One edit is
 * allowed in 5 to 8 characters, two in more, none in fewer. Digits have to be the same, and a text that contains the
 * source, or is a part of it, is taken for another form of the word.
 */
export function nearestSource(text: string, { exact, pieces }: SourceIndex): Source | undefined {
  const compact = compactOf(text);
  const same = exact.get(compact);
  if (same) return same;
  let nearest: { readonly source: Source; readonly edits: number } | undefined;
  let isAmbiguous = false;
  for (const source of candidatesOf(compact, pieces)) {
    const edits = editsTo(compact, source, text);
    if (edits === undefined || (nearest && edits > nearest.edits)) continue;
    isAmbiguous = nearest?.edits === edits;
    nearest = { source, edits };
  }
  return isAmbiguous ? undefined : nearest?.source;
}

/** Edits from a text to a source that are few enough to be a slip; undefined where they are not. */
function editsTo(compact: string, source: Source, text: string): number | undefined {
  if (compact.includes(source.compact) || source.compact.includes(compact)) return undefined;
  if (digitsOf(compact) !== digitsOf(source.compact)) return undefined;
  if (source.caseSensitive && isUpperCase(text) !== isUpperCase(source.text)) return undefined;
  const edits = editDistance(compact, source.compact, editsAllowed(source.compact.length));
  return edits !== undefined && areWordsNear(wordsIn(text), wordsIn(source.text), edits) ? edits : undefined;
}

/**
 * Whether no word of its own is edited away: as many words have to be near each other one by one; where words were joined
 * or divided, the first and the last have more letters than there are edits.
 */
function areWordsNear(words: readonly string[], ofSource: readonly string[], edits: number): boolean {
  if (words.length === ofSource.length)
    return words.every((word, at) => {
      const other = compactOf(ofSource[at] ?? '');
      return editDistance(compactOf(word), other, editsAllowed(other.length)) !== undefined;
    });
  return [words[0], words.at(-1)].every((word) => compactOf(word ?? '').length > edits);
}

const wordsIn = (text: string): readonly string[] => text.split(/[\s-]+/).filter((word) => word !== '');

const digitsOf = (text: string): string => text.replaceAll(/\P{Nd}/gu, '');

/** Whether a text begins with a capital letter. */
export const isUpperCase = (text: string): boolean => /^\p{Lu}/u.test(text);

const editsAllowed = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);

/**
 * Sources of which a piece stands in the text where edits can have moved it. A source has one piece more than edits are
 * allowed, so that one piece of it is always unchanged.
 */
function candidatesOf(compact: string, pieces: SourceIndex['pieces']): ReadonlySet<Source> {
  const lengths = [-2, -1, 0, 1, 2].map((more) => compact.length + more).filter((length) => mayBecome(compact, length));
  const keys = lengths.flatMap((length) => spansOf(length).flatMap((span) => keysAround(compact, span, length)));
  return new Set(keys.flatMap((key) => pieces.get(key) ?? []));
}

const mayBecome = (compact: string, length: number): boolean =>
  editsAllowed(length) >= Math.max(1, Math.abs(length - compact.length));

/** Keys of what stands in a text where a piece of a source is, or up to as many places away as edits are allowed. */
function keysAround(compact: string, { at, size }: Span, length: number): readonly string[] {
  const edits = editsAllowed(length);
  const [from, to] = [Math.max(0, at - edits), Math.min(compact.length - size, at + edits)];
  const keys: string[] = [];
  for (let place = from; place <= to; place += 1) keys.push(keyOf(compact.slice(place, place + size), at, length));
  return keys;
}

interface Span {
  readonly at: number;
  readonly size: number;
}

function piecesOf(compact: string): readonly { readonly text: string; readonly at: number }[] {
  if (editsAllowed(compact.length) === 0) return [];
  return spansOf(compact.length).map(({ at, size }) => ({ text: compact.slice(at, at + size), at }));
}

/** Where the pieces of a source of a length are. */
function spansOf(length: number): readonly Span[] {
  const count = editsAllowed(length) + 1;
  const starts = Array.from({ length: count + 1 }, (_, nth) => Math.floor((nth * length) / count));
  return starts.slice(0, -1).map((at, nth) => ({ at, size: (starts[nth + 1] ?? length) - at }));
}

const keyOf = (piece: string, at: number, length: number): string => `${length} ${at} ${piece}`;
