import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { tableOf } from '#shared/texts/exports/rules/table-rows';
import { isRightToLeft } from './direction.ts';
import type { ExportedText, ExportFormat } from './format.ts';
import { withoutControls } from './xml-text.ts';

const SECONDS_PER_DAY = 86_400;

/** Characters in a cell. https://support.microsoft.com/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3 */
const CELL_CHARACTERS = 32_767;

/** Characters, as in the headings of spreadsheets. */
const WIDTHS = { start: 14, end: 14, speaker: 24, text: 100 } as const;

/**
 * A spreadsheet (Office Open XML) with a heading and a row for each segment: times are durations that can be counted
 * with, and text is never a formula. A text that is longer than a cell may be goes on in the next rows.
 */
export const XLSX: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  async write({ transcript, options }: ExportedText): Promise<Uint8Array> {
    const { columns, rows } = tableOf(transcript, options);
    const heading: Cell[] = columns.map((name) => ({ value: name, type: String, fontWeight: 'bold' }));
    const data = [heading, ...rows.flatMap(fitted).map((row) => row.map(cellOf))];
    return await writeExcelFile(data, {
      sheet: 'Transcript',
      stickyRowsCount: 1,
      columns: columns.map((name) => ({ width: WIDTHS[name] })),
      rightToLeft: isRightToLeft(transcript.segments.map(({ text }) => text).find((text) => /\p{L}/u.test(text)) ?? ''),
    }).toBuffer();
  },
};

/** The row, and further ones with the same times and speaker while its text, the last cell, is too long. */
function fitted(row: readonly (number | string)[]): readonly (readonly (number | string)[])[] {
  const others = row.slice(0, -1);
  const text = escaped(String(row.at(-1) ?? ''));
  const rows: (number | string)[][] = [];
  for (let from = 0; from === 0 || from < text.length; ) {
    const part = text.slice(from, from + CELL_CHARACTERS);
    // A pair of surrogates is one character.
    const shown = part.isWellFormed() || part.length < CELL_CHARACTERS ? part : part.slice(0, -1);
    rows.push([...others, shown]);
    from += Math.max(1, shown.length);
  }
  return rows;
}

/** `_x0041_` stands for a character in a cell (ECMA-376, 22.9.2.19), unless its first sign is written so. */
const escaped = (text: string): string => withoutControls(text).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

const cellOf = (value: number | string): Cell =>
  typeof value === 'number'
    ? { value: value / SECONDS_PER_DAY, type: Number, format: '[h]:mm:ss.000' }
    : { value, type: String, wrap: true, alignVertical: 'top' };
