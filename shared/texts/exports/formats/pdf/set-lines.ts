import { isBreakForbidden } from '#shared/texts/subtitles/rules/kinsoku';
import { unspacedWords } from '#shared/texts/subtitles/rules/unspaced-words';
import { isRightToLeft } from '../direction.ts';
import { type LeveledText, leveled, visualRuns } from '../visual-order.ts';
import type { ChosenFont } from './choose-fonts.ts';
import type { FontName } from './font-files.ts';

/** Text in one font, as it is drawn. */
export interface Piece {
  readonly text: string;
  readonly font: FontName;
  /** Shaped as a whole, since the writer of PDF would put its words from left to right. */
  readonly isWhole: boolean;
  /** Points. */
  readonly width: number;
}

export interface SetLine {
  /** In logical order, with the space that separates it from the next line. */
  readonly text: string;
  /** From left to right. */
  readonly pieces: readonly Piece[];
  /** Points. */
  readonly width: number;
}

/** How paragraphs are set. */
export interface Setting {
  readonly fonts: readonly ChosenFont[];
  /** Points. */
  readonly width: number;
  /** Of words, which are measured once each. */
  readonly widths: Map<string, number>;
  /** Points that a text in one font takes. */
  readonly measure: (text: string, font: FontName, isWhole: boolean) => number;
}

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A paragraph of one line of text, without line breaks, in as many lines as its width needs. */
export function setLines(text: string, setting: Setting): readonly SetLine[] {
  const paragraph = leveled(text, isRightToLeft(text));
  return lineRanges(text, setting).map(([from, to]) => {
    const shown = from + text.slice(from, to).trimEnd().length;
    const pieces = piecesOf(paragraph, [from, shown], setting);
    return { text: text.slice(from, to), pieces, width: widthOf(pieces) };
  });
}

/** Where lines begin and end, by UTF-16 units: between words, or within a word that is wider than a line. */
function lineRanges(text: string, setting: Setting): readonly (readonly [from: number, to: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let from = 0;
  let to = 0;
  let used = 0;
  for (const { part, width } of breakable(text, setting)) {
    const shown = part.endsWith(' ') ? widthIn(part.trimEnd(), setting) : width;
    if (used + shown > setting.width && to > from) {
      ranges.push([from, to]);
      from = to;
      used = 0;
    }
    to += part.length;
    used += width;
  }
  return to > from ? [...ranges, [from, to]] : ranges;
}

/** The least that stays together: words with the space after them, and graphemes of words that are wider than a line. */
function breakable(text: string, setting: Setting) {
  const measured = (part: string) => ({ part, width: widthIn(part, setting) });
  return unbroken(text.match(/ *[^ ]+ ?| +/g) ?? [])
    .flatMap(unspacedWords)
    .map(measured)
    .flatMap((word) => (word.width > setting.width ? graphemesOf(word.part).map(measured) : [word]));
}

/** Words; those that no line may part, such as `Bonjour !`, as one. */
function unbroken(words: readonly string[]): readonly string[] {
  const whole: string[] = [];
  let last = '';
  for (const word of words) {
    const text = word.trim();
    if (last !== '' && isBreakForbidden({ text: last }, { text, isGlued: false }))
      whole.push((whole.pop() ?? '') + word);
    else whole.push(word);
    last = text;
  }
  return whole;
}

const graphemesOf = (text: string): readonly string[] => [...GRAPHEMES.segment(text)].map(({ segment }) => segment);

function widthIn(text: string, { fonts, measure, widths }: Setting): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  const parts = byFont(text, fonts).map((part) => ({ width: measure(part.text, part.chosen.name, false) }));
  const width = widthOf(parts);
  widths.set(text, width);
  return width;
}

const widthOf = (pieces: readonly { readonly width: number }[]): number =>
  pieces.reduce((sum, { width }) => sum + width, 0);

function piecesOf(paragraph: LeveledText, [from, to]: readonly [number, number], setting: Setting): readonly Piece[] {
  return visualRuns(paragraph, from, to).flatMap(({ text, isRightToLeft: isTurned }) => {
    const parts = byFont(text, setting.fonts);
    const ordered = isTurned ? parts.toReversed() : parts;
    return ordered.map(({ text: part, chosen }) => {
      const font = chosen.name;
      const drawn = chosen.turnsAround(part) === isTurned ? part : graphemesOf(part).toReversed().join('');
      return { text: drawn, font, isWhole: isTurned, width: setting.measure(drawn, font, isTurned) };
    });
  });
}

interface FontPart {
  readonly text: string;
  readonly chosen: ChosenFont;
}

/** A text by the fonts that have its characters. Signs and spaces stay in the font of the letters before them. */
function byFont(text: string, fonts: readonly ChosenFont[]): readonly FontPart[] {
  const parts: { text: string; chosen: ChosenFont }[] = [];
  for (const grapheme of coveredParts(text, fonts)) {
    const last = parts.at(-1);
    const keeps = last && last.chosen.name !== 'emoji' && !/\p{L}/u.test(grapheme) && covers(last.chosen, grapheme);
    const chosen = keeps ? last.chosen : (fonts.find((font) => covers(font, grapheme)) ?? fonts[0]);
    if (last && chosen === last.chosen) last.text += grapheme;
    else if (chosen) parts.push({ text: grapheme, chosen });
  }
  return parts;
}

/** Graphemes; the characters of those that mix scripts, which no font has together. */
const coveredParts = (text: string, fonts: readonly ChosenFont[]): readonly string[] =>
  graphemesOf(text).flatMap((grapheme) => (fonts.some((font) => covers(font, grapheme)) ? [grapheme] : [...grapheme]));

const covers = (font: ChosenFont, grapheme: string): boolean =>
  [...grapheme].every(
    (character) => /^\p{Default_Ignorable_Code_Point}$/u.test(character) || font.has(character.codePointAt(0) ?? 0),
  );
