import { isRightToLeft } from '../direction.ts';
import { UnsupportedCharacters } from '../format.ts';
import type { ChosenFont } from './choose-fonts.ts';
import { type SetLine, type Setting, setLines } from './set-lines.ts';

export interface DrawnBlock {
  /** The standard structure type of PDF: a heading or a paragraph. */
  readonly tag: 'H1' | 'H2' | 'P';
  /** On one line, not empty. */
  readonly text: string;
}

/** Points: 20 mm at the sides. */
const MARGIN = 56.7;
const PAGE_NUMBER_SIZE = 9;

/** Points: the size of letters, from baseline to baseline, and the space above. */
const STYLES = {
  H1: { size: 20, leading: 27, above: 0 },
  H2: { size: 12.5, leading: 18, above: 10 },
  P: { size: 10.5, leading: 15.5, above: 4 },
} as const;

type Pdf = PDFKit.PDFDocument;

/**
 * Scripts whose letters stand in the order in which they are read, one shape each. For others the structure holds the
 * text too: marks within the page would be in the way of programs that put right-to-left text in order by themselves.
 */
const SIMPLE =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}]*$/u;

/** Draws blocks one below the other, on as many pages as they need, with page numbers. */
export function drawBlocks(document: Pdf, blocks: readonly DrawnBlock[], fonts: readonly ChosenFont[]): void {
  for (const { name, bytes } of fonts) document.registerFont(name, bytes);
  const root = document.struct('Document');
  document.addStructure(root);
  const page = pagesOf(document, fonts[0]?.name ?? 'latin');
  const setting = (tag: DrawnBlock['tag']) => settingOf(document, tag, fonts, page.width);
  const settings = { H1: setting('H1'), H2: setting('H2'), P: setting('P') };
  for (const { tag, text } of blocks) {
    const { size, leading, above } = STYLES[tag];
    const element = document.struct(tag, SIMPLE.test(text) ? {} : { actual: text });
    root.add(element);
    const lines = setLines(text, settings[tag]);
    // A heading stays with the first line below it.
    page.reserve(above + leading * (tag === 'P' ? 1 : lines.length + 2));
    page.skip(above);
    for (const line of lines) {
      page.reserve(leading);
      page.skip(leading);
      const x = isRightToLeft(text) ? MARGIN + page.width - line.width : MARGIN;
      const content = document.markStructureContent(tag);
      drawLine(document, line, { size, x, y: page.y() });
      document.endMarkedContent();
      element.add(content);
    }
    element.end();
    if (tag !== 'P') document.outline.addItem(text);
  }
  root.end();
}

function settingOf(document: Pdf, tag: DrawnBlock['tag'], fonts: readonly ChosenFont[], width: number): Setting {
  const measure = (text: string, font: string, isWhole: boolean) => {
    document.font(font).fontSize(STYLES[tag].size);
    try {
      return document.widthOfString(text, isWhole ? { features: [] } : {});
    } catch (error) {
      // Marks that the font does not expect on a letter: fontkit 2.0.4 reads an anchor that is null.
      if (error instanceof TypeError)
        throw new UnsupportedCharacters(`The fonts of PDF files have no shape for ${text}.`);
      throw error;
    }
  };
  return { fonts, width, measure, widths: new Map() };
}

function drawLine(
  document: Pdf,
  { pieces }: SetLine,
  { size, x, y }: { readonly size: number; readonly x: number; readonly y: number },
): void {
  let left = x;
  for (const { text, font, isWhole, width } of pieces) {
    document.font(font).fontSize(size);
    // With the width at hand, the text is not measured again.
    const known = { textWidth: width, wordCount: 1, lineBreak: false, baseline: 'alphabetic' } as const;
    document.text(text, left, y, { ...known, ...(isWhole && { features: [] }) });
    left += width;
  }
}

/** The place on the page. A new page begins where the last has no room; it is numbered at its foot. */
function pagesOf(document: Pdf, numberFont: string) {
  let number = 0;
  let y = Number.POSITIVE_INFINITY;
  const turn = () => {
    document.addPage();
    number += 1;
    y = MARGIN;
    document.markContent('Artifact', { type: 'Pagination' });
    const text = String(number);
    document.font(numberFont).fontSize(PAGE_NUMBER_SIZE);
    const x = (document.page.width - document.widthOfString(text)) / 2;
    document.text(text, x, document.page.height - MARGIN / 2, { lineBreak: false, baseline: 'alphabetic' });
    document.endMarkedContent();
  };
  turn();
  return {
    width: document.page.width - 2 * MARGIN,
    y: () => y,
    skip: (points: number) => {
      y += points;
    },
    reserve: (points: number) => {
      if (y + points > document.page.height - MARGIN) turn();
    },
  };
}
