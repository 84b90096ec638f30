import { hexOf, UnsupportedCharacters } from '../format.ts';
import { ISO_6937 } from './iso-6937.ts';

/** A character code table of EBU STL. */
export interface CharacterTable {
  /** `CCT` of the GSI block. */
  readonly code: string;
  /** Bytes by character, in NFC. */
  readonly bytes: ReadonlyMap<string, readonly number[]>;
}

const FIRST_ABOVE_ASCII = 0xa0;

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => {
  const code = 0x20 + index;
  return [String.fromCharCode(code), [code]] as const;
});

/** Signs that ISO 8859-7 has had only since 2003: €, ₯ and ͺ. */
const YOUNGER = /[\u20ac\u20af\u037a]/;

/** A part of ISO 8859: ASCII, and one byte for each character above it. */
function iso8859(part: 5 | 6 | 7 | 8): CharacterTable['bytes'] {
  const codes = Array.from({ length: 0x100 - FIRST_ABOVE_ASCII }, (_, index) => FIRST_ABOVE_ASCII + index);
  const characters = new TextDecoder(`iso-8859-${part}`).decode(Uint8Array.from(codes));
  const above = codes.map((code, index) => [characters.charAt(index), [code]] as const);
  return new Map<string, readonly number[]>([
    ...ASCII,
    ...above.filter(([character]) => character !== '\ufffd' && !YOUNGER.test(character)),
  ]);
}

/** In the order of preference: most players have fonts for the first ones. EBU Tech 3264, appendix 2. */
const TABLES: readonly CharacterTable[] = [
  { code: '00', bytes: new Map<string, readonly number[]>([...ASCII, ...ISO_6937]) },
  { code: '01', bytes: iso8859(5) },
  { code: '03', bytes: iso8859(7) },
  { code: '04', bytes: iso8859(8) },
  { code: '02', bytes: iso8859(6) },
];

/**
 * What is written for a character that a table lacks, where typography has a common substitute. From the fallbacks of
 * CLDR (https://unicode.org/reports/tr35/tr35-general.html#Character_Fallback_Substitutions); Romanian letters with a
 * comma below have a cedilla in ISO 6937.
 */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '‘': "'",
    '’': "'",
    '‚': "'",
    '‛': "'",
    '‹': "'",
    '›': "'",
    '′': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '‟': '"',
    '«': '"',
    '»': '"',
    '″': '"',
    '‐': '-',
    '‑': '-',
    '‒': '-',
    '–': '-',
    '—': '-',
    '―': '-',
    '−': '-',
    '…': '...',
    '€': 'EUR',
    Ș: 'Ş',
    ș: 'ş',
    Ț: 'Ţ',
    ț: 'ţ',
  }),
);

/** Characters without a shape: joiners, direction marks, soft hyphens, controls, and what Unicode does not assign. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cn}\p{Cs}]/gu;

const NAMED_AT_MOST = 5;

/** The first table that holds every character of the lines. Throws `UnsupportedCharacters` where none does. */
export function tableFor(lines: readonly string[]): CharacterTable {
  const characters = [...new Set(lines.flatMap((line) => [...comparable(line)]))];
  const lacking = TABLES.map((table) => characters.filter((character) => bytesOf(character, table) === undefined));
  const found = TABLES.find((_, index) => lacking[index]?.length === 0);
  if (found) return found;
  const fewest = lacking.reduce((one, other) => (other.length < one.length ? other : one));
  const named = fewest.slice(0, NAMED_AT_MOST).map((character) => `${character} (U+${hexOf(character)})`);
  throw new UnsupportedCharacters(`No character table of EBU STL holds ${named.join(', ')} with the rest of the text.`);
}

/** The bytes of each character; those of one character must stay together. */
export const encoded = (line: string, table: CharacterTable): readonly (readonly number[])[] =>
  [...comparable(line)].flatMap((character) => {
    const bytes = bytesOf(character, table);
    return bytes ? [bytes] : [];
  });

const comparable = (line: string): string => line.normalize('NFC').replaceAll(INVISIBLE, '');

function bytesOf(character: string, { bytes }: CharacterTable): readonly number[] | undefined {
  const own = bytes.get(character);
  if (own) return own;
  const substitutes = [...(SUBSTITUTES.get(character) ?? '')].map((substitute) => bytes.get(substitute));
  if (substitutes.length === 0 || substitutes.includes(undefined)) return;
  return substitutes.flatMap((substitute) => substitute ?? []);
}
