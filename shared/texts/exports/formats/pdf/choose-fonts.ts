import { create, type Font } from 'fontkit';
import { mayTurn } from '../direction.ts';
import { hexOf, UnsupportedCharacters } from '../format.ts';
import { FONT_NAMES, type FontName } from './font-files.ts';
import type { FontSource } from './font-source.ts';

/** A font that a text needs. */
export interface ChosenFont {
  readonly name: FontName;
  readonly bytes: Buffer;
  /** Whether the font has a shape for a character, given by its code point. */
  readonly has: (codePoint: number) => boolean;
  /** Whether the shapes of a text are laid out from right to left, which the first letter or digit in it decides. */
  readonly turnsAround: (text: string) => boolean;
}

const NAMED_AT_MOST = 5;

/** Characters without a shape of their own: joiners, direction marks, variation selectors. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/**
 * The fonts that together have a shape for every character of a text. Throws `UnsupportedCharacters` where none has one.
 * Han characters differ by language: the font is that of the text's language, or else of the other characters in it.
 */
export async function chooseFonts(
  text: string,
  { language, fonts }: { readonly language: string | null; readonly fonts: FontSource },
): Promise<readonly ChosenFont[]> {
  let lacking = [...new Set(text)].filter((character) => !INVISIBLE.test(character));
  const chosen: ChosenFont[] = [];
  for (const name of fontOrder(text, language)) {
    if (lacking.length === 0 && chosen.length > 0) break;
    const font = await open(name, fonts);
    const rest = lacking.filter((character) => !font.has(character.codePointAt(0) ?? 0));
    // The first font is also that of page numbers.
    if (rest.length < lacking.length || chosen.length === 0) chosen.push(font);
    lacking = rest;
  }
  if (lacking.length === 0) return chosen;
  const named = lacking.slice(0, NAMED_AT_MOST).map((character) => `${character} (U+${hexOf(character)})`);
  throw new UnsupportedCharacters(`The fonts of PDF files have no shape for ${named.join(', ')}.`);
}

function fontOrder(text: string, language: string | null): readonly FontName[] {
  const byLanguage = { zh: 'chinese', ja: 'japanese', ko: 'korean' } as const;
  const own = Object.entries(byLanguage).find(([tag]) => language?.split('-')[0]?.toLowerCase() === tag)?.[1];
  const preferred = own ?? (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? 'japanese' : 'chinese');
  const firstOfThree = FONT_NAMES.indexOf('chinese');
  return [...FONT_NAMES.slice(0, firstOfThree), preferred, ...FONT_NAMES.slice(firstOfThree)];
}

async function open(name: FontName, fonts: FontSource): Promise<ChosenFont> {
  const bytes = await fonts(name);
  const font = create(bytes) as Font;
  return {
    name,
    bytes,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    turnsAround: (text) => mayTurn(text) && font.layout(text, []).direction === 'rtl',
  };
}
