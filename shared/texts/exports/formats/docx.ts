import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { clockOf } from '#shared/meetings/results/rules/vtt-time';
import { dateText } from '#shared/texts/exports/rules/date-text';
import { type Passage, passagesOf } from '#shared/texts/exports/rules/passages';
import { turnsOf } from '#shared/texts/exports/rules/turns';
import { isRightToLeft, mayTurn } from './direction.ts';
import type { ExportedText, ExportFormat } from './format.ts';
import { leveled } from './visual-order.ts';
import { withoutControls } from './xml-text.ts';

const GREY = '595959';

/**
 * A document of Word (Office Open XML) in A4: the title as a heading, date and people, a heading for each turn of a
 * speaker, and a paragraph for each segment. A paragraph is set in the direction of its own text, and each run in that of
 * its letters. It names no fonts: the program that opens it chooses those of its system for each script.
 */
export const DOCX: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  async write({ title, date, people, transcript, options }: ExportedText): Promise<Uint8Array> {
    const document = new Document({
      title: withoutControls(title),
      creator: 'Rapporteur',
      ...(transcript.language !== null && languageOf(transcript.language)),
      sections: [
        {
          properties: { page: { size: A4 } },
          footers: { default: new Footer({ children: [pageNumbers()] }) },
          children: [
            paragraph([{ text: title }], { heading: HeadingLevel.HEADING_1 }),
            ...(date === null ? [] : [paragraph([{ text: dateText(date), color: GREY }])]),
            ...(people.length === 0 ? [] : [paragraph([{ text: people.join(', ') }])]),
            ...turnsOf(passagesOf(transcript, options)).flatMap(({ heading, passages }) => [
              ...(heading === null ? [] : [paragraph([{ text: heading }], { heading: HeadingLevel.HEADING_2 })]),
              ...passages.map(passageParagraph),
            ]),
          ],
        },
      ],
    });
    return await Packer.toBuffer(document);
  },
};

/** Twentieths of a point: 210 by 297 mm. */
const A4 = { width: 11_906, height: 16_838 };

/** For the spelling checker, in each of the three kinds of scripts that Word tells apart. */
const languageOf = (tag: string) => ({
  styles: { default: { document: { run: { language: { value: tag, eastAsia: tag, bidirectional: tag } } } } },
});

function passageParagraph({ pieces }: Passage): Paragraph {
  const parts = pieces.flatMap(({ at, text }, index): readonly Part[] => {
    const before = index === 0 ? '' : ' ';
    return at === null ? [{ text: before + text }] : [{ text: `${before}[${clockOf(at)}] `, color: GREY }, { text }];
  });
  return paragraph(parts, { spacing: { after: 120 } });
}

/** Text of one colour. */
interface Part {
  readonly text: string;
  readonly color?: string;
}

interface ParagraphOptions {
  readonly heading?: (typeof HeadingLevel)[keyof typeof HeadingLevel];
  readonly spacing?: { readonly after: number };
}

/** Parts as one paragraph, with a run wherever the colour or the direction changes. */
function paragraph(parts: readonly Part[], options: ParagraphOptions = {}): Paragraph {
  const lines = parts.map(({ text, ...part }) => ({ ...part, text: oneLine(text) }));
  const whole = lines.map(({ text }) => text).join('');
  const bidirectional = isRightToLeft(whole);
  const { levels } = mayTurn(whole) ? leveled(whole, bidirectional) : { levels: [] };
  let from = 0;
  const children = lines.flatMap(({ text, ...part }) => {
    const directed = byDirection(text, levels.slice(from, from + text.length));
    from += text.length;
    return directed.map((run) => new TextRun({ ...part, ...run }));
  });
  return new Paragraph({ children, ...(bidirectional && { bidirectional }), ...options });
}

/** A text by its direction, given the level of each UTF-16 unit, whose lack is that of a text from left to right. */
function byDirection(text: string, levels: ArrayLike<number>): readonly { text: string; rightToLeft?: true }[] {
  const runs: { text: string; isTurned: boolean }[] = [];
  let index = 0;
  for (const character of text) {
    const isTurned = (levels[index] ?? 0) % 2 === 1;
    const last = runs.at(-1);
    if (last?.isTurned === isTurned) last.text += character;
    else runs.push({ text: character, isTurned });
    index += character.length;
  }
  return runs.map((run) => ({ text: run.text, ...(run.isTurned && { rightToLeft: true }) }));
}

/** Line breaks of a title or a name are spaces. */
const oneLine = (text: string): string => withoutControls(text).replaceAll(/[\t\r\n]/g, ' ');

const pageNumbers = (): Paragraph =>
  new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], color: GREY })],
  });
