import { type Instant, isoOf } from '#shared/foundation/core/time';
import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { UnsupportedCharacters } from '../format.ts';
import { FRAMES_PER_SECOND, type FramedCue, framesOf, timeCodeOf, timeCodeParts } from '../frames.ts';
import { type CharacterTable, encoded, tableFor } from './character-tables.ts';
import { languageCodeOf } from './language-codes.ts';

interface Programme {
  readonly title: string;
  /** Of the recording; null where it is not known. */
  readonly date: Instant | null;
  readonly language: string | null;
}

const GSI_BYTES = 1024;
const TTI_BYTES = 128;
const TEXT_BYTES = 112;
const LINE_BREAK = 0x8a;
const UNUSED = 0x8f;
const LAST_BLOCK = 0xff;
/** Blocks of text before the last: numbered from 0x00 to 0xef. */
const MOST_EXTENSIONS = 0xf0;
const CENTRED = 2;
/** Rows of the screen; the last line stands in the one before the last. */
const ROWS = 23;

/**
 * Subtitles as an EBU STL file (EBU Tech 3264-E, 1991): 25 frames a second, open subtitles, centred at the bottom, time
 * codes from zero. Letters of Arabic and Hebrew are in the order in which they are read. Throws `UnsupportedCharacters`
 * where no character table holds the text.
 */
export function cuesAsStl(cues: readonly Cue[], programme: Programme): Uint8Array {
  const framed = framesOf(cues);
  const table = tableFor(framed.flatMap(({ lines }) => lines));
  const blocks = framed.flatMap((cue, index) => textBlocks(cue, index + 1, table));
  return Buffer.concat([generalBlock(framed, { ...programme, table, blocks: blocks.length }), ...blocks]);
}

/** General Subtitle Information: the fields of chapter 4, at their positions; the others are spaces. */
function generalBlock(
  cues: readonly FramedCue[],
  { title, date, language, table, blocks }: Programme & { readonly table: CharacterTable; readonly blocks: number },
): Buffer {
  const block = Buffer.alloc(GSI_BYTES, ' ');
  const day = date === null ? '' : isoOf(date).slice(2, 10).replaceAll('-', '');
  const widths = cues.flatMap(({ lines }) => lines.map((line) => encoded(line, table).length));
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  const digits = (value: number, length: number) => String(value).padStart(length, '0').slice(-length);
  const fields: Readonly<Record<number, string>> = {
    0: '850', // CPN, the code page of this block
    3: `STL${FRAMES_PER_SECOND}.01`, // DFC
    11: '0', // DSC: open subtitles
    12: table.code, // CCT
    14: languageCodeOf(language), // LC
    16: plainTitle(title), // OPT
    224: day, // CD
    230: day, // RD
    236: '00', // RN
    238: digits(blocks, 5), // TNB
    243: digits(cues.length, 5), // TNS
    248: '001', // TNG
    251: digits(Math.min(widest, 99), 2), // MNC
    253: digits(ROWS, 2), // MNR
    255: '1', // TCS: time codes are meant to be used
    256: '00000000', // TCP
    264: timeCodeOf(cues[0]?.startFrame ?? 0).replaceAll(':', ''), // TCF
    272: '11', // TND and DSN: the first disk of one
  };
  for (const [position, value] of Object.entries(fields)) block.write(value, Number(position), 'latin1');
  return block;
}

const TITLE_BYTES = 32;

/** The letters that every code page has: marks are dropped, and other characters too. */
const plainTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, TITLE_BYTES);

/** Text and Timing Information of chapter 5: one block, and extension blocks before it where the text is longer. */
function textBlocks({ startFrame, endFrame, lines }: FramedCue, number: number, table: CharacterTable): Buffer[] {
  const texts = inBlocks(
    lines.flatMap((line, index) => [...(index > 0 ? [[LINE_BREAK]] : []), ...encoded(line, table)]),
  );
  if (texts.length > MOST_EXTENSIONS + 1) throw new UnsupportedCharacters('A subtitle is longer than EBU STL allows.');
  return texts.map((text, index) => {
    const block = Buffer.alloc(TTI_BYTES, UNUSED);
    const isLast = index === texts.length - 1;
    block.writeUInt8(0, 0); // SGN
    block.writeUInt16LE(number % 0x1_0000, 1); // SN
    block.writeUInt8(isLast ? LAST_BLOCK : index, 3); // EBN
    block.writeUInt8(0, 4); // CS: not cumulative
    block.set([...timeCodeParts(startFrame), ...timeCodeParts(endFrame)], 5); // TCI, TCO
    block.set([Math.max(1, ROWS - lines.length), CENTRED, 0], 13); // VP, JC, CF
    block.set(text, TTI_BYTES - TEXT_BYTES);
    return block;
  });
}

/** The bytes of characters in as few text fields as hold them, none cut within a character. */
function inBlocks(characters: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const blocks: number[][] = [[]];
  for (const bytes of characters) {
    const last = blocks.at(-1) ?? [];
    if (last.length + bytes.length <= TEXT_BYTES) last.push(...bytes);
    else blocks.push([...bytes]);
  }
  return blocks;
}
