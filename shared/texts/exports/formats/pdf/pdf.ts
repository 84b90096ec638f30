import PDFDocument from 'pdfkit';
import { clockOf } from '#shared/meetings/results/rules/vtt-time';
import { dateText } from '#shared/texts/exports/rules/date-text';
import { passagesOf } from '#shared/texts/exports/rules/passages';
import { turnsOf } from '#shared/texts/exports/rules/turns';
import type { ExportedText } from '../format.ts';
import { chooseFonts } from './choose-fonts.ts';
import { type DrawnBlock, drawBlocks } from './draw-blocks.ts';
import type { FontSource } from './font-source.ts';

/**
 * A PDF file in A4 (PDF 1.7, tagged): the title as a heading, date and people, a heading for each turn of a speaker, and
 * a paragraph for each segment. The fonts that cover the text are embedded, with the shapes that it uses. Throws
 * `UnsupportedCharacters` for a character that no font has.
 */
export async function textAsPdf(text: ExportedText, fonts: FontSource): Promise<Uint8Array> {
  const { language } = text.transcript;
  const blocks = blocksOf(text);
  const chosen = await chooseFonts(blocks.map((block) => block.text).join(' '), { language, fonts });
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    // The fonts that every reader has cover Western Europe alone.
    font: '',
    info: { Title: oneLine(text.title), Creator: 'Rapporteur' },
    ...(language !== null && { lang: language }),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
  drawBlocks(document, blocks, chosen);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function blocksOf({ title, date, people, transcript, options }: ExportedText): readonly DrawnBlock[] {
  const turns = turnsOf(passagesOf(transcript, options));
  const blocks: readonly DrawnBlock[] = [
    { tag: 'H1', text: title },
    ...(date === null ? [] : [{ tag: 'P', text: dateText(date) } as const]),
    { tag: 'P', text: people.join(', ') },
    ...turns.flatMap(({ heading, passages }): readonly DrawnBlock[] => [
      { tag: 'H2', text: heading ?? '' },
      ...passages.map(({ pieces }) => ({
        tag: 'P' as const,
        text: pieces.map(({ at, text }) => (at === null ? text : `[${clockOf(at)}] ${text}`)).join(' '),
      })),
    ]),
  ];
  return blocks.map((block) => ({ ...block, text: oneLine(block.text) })).filter(({ text }) => text !== '');
}

const REPLACEMENT_CHARACTER = '\ufffd';

/**
 * White space as single spaces, without control characters, halves of surrogate pairs and noncharacters. Code points
 * that no Unicode character has, and those of private use, are shown as the replacement character: no font has them.
 */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
    .replaceAll(/[\p{Cn}\p{Co}]/gu, REPLACEMENT_CHARACTER)
    .trim();
