import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { dateText } from '#shared/exports/rules/date-text';
import { type Passage, passagesOf } from '#shared/exports/rules/passages';
import { turnsOf } from '#shared/exports/rules/turns';
import { clockOf } from '#shared/results/rules/vtt-time';
import { isRightToLeft } from './direction.ts';
import type { ExportedText, ExportFormat } from './format.ts';
import { withoutControls } from './xml-text.ts';

const GREY = '595959';

/**
 * A document of Word (Office Open XML) in A4: the title as a heading, date and people, a heading for each turn of a
 * speaker, and a paragraph for each segment. A paragraph runs in the direction of its own text. It names no fonts: the
 * program that opens it chooses those of its system for each script.
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
            paragraph([run(title)], { text: title, heading: HeadingLevel.HEADING_1 }),
            ...(date === null ? [] : [paragraph([run(dateText(date), { color: GREY })], { text: '' })]),
            ...(people.length === 0 ? [] : [paragraph([run(people.join(', '))], { text: people.join(', ') })]),
            ...turnsOf(passagesOf(transcript, options)).flatMap(({ heading, passages }) => [
              ...(heading === null
                ? []
                : [paragraph([run(heading)], { text: heading, heading: HeadingLevel.HEADING_2 })]),
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
  const text = pieces.map((piece) => piece.text).join(' ');
  const runs = pieces.flatMap(({ at, text: said }, index) => {
    const before = index === 0 ? '' : ' ';
    const stamp = at === null ? [] : [run(`${before}[${clockOf(at)}] `, { color: GREY })];
    return [...stamp, run(at === null ? before + said : said, { direction: text })];
  });
  return paragraph(runs, { text, spacing: { after: 120 } });
}

interface ParagraphOptions {
  /** Decides the direction. */
  readonly text: string;
  readonly heading?: (typeof HeadingLevel)[keyof typeof HeadingLevel];
  readonly spacing?: { readonly after: number };
}

const paragraph = (children: readonly TextRun[], { text, ...options }: ParagraphOptions): Paragraph =>
  new Paragraph({ children, ...(isRightToLeft(text) && { bidirectional: true }), ...options });

interface RunOptions {
  readonly color?: string;
  /** Decides the direction: the text of the whole paragraph. */
  readonly direction?: string;
}

/** Text on one line: line breaks of a title or a name are spaces. */
const run = (text: string, { direction = text, ...options }: RunOptions = {}): TextRun =>
  new TextRun({
    text: withoutControls(text).replaceAll(/[\t\r\n]/g, ' '),
    ...(isRightToLeft(direction) && { rightToLeft: true }),
    ...options,
  });

const pageNumbers = (): Paragraph =>
  new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], color: GREY })],
  });
