import { stampOf } from '#shared/meetings/results/rules/vtt-time';
import { type TextTable, tableOf } from '#shared/texts/exports/rules/table-rows';
import type { ExportedText } from './format.ts';

/** Without it, Excel reads UTF-8 as the character table of the machine. */
const BYTE_ORDER_MARK = '\ufeff';

/** Comma-separated values (RFC 4180) for spreadsheets, with a header line and a line for each segment. */
export const textAsCsv = ({ transcript, options }: ExportedText): string => tableAsCsv(tableOf(transcript, options));

/**
 * A table in which no text is a formula, by whatever separator a spreadsheet splits the lines: which one is a setting of
 * the reader's machine. What would be read as one has an apostrophe before it. https://owasp.org/www-community/attacks/CSV_Injection
 */
export function tableAsCsv({ columns, rows }: TextTable): string {
  const lines = [columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`);
  return `${BYTE_ORDER_MARK}${lines.join('')}`;
}

/** What a reader may split a line or a file by, but for the comma: a quoted cell keeps it. */
const SEPARATOR = /[;|\t\n\v\f\r\u0085\u2028\u2029]/;

/**
 * The start of a text, or what follows a separator within it, where a formula comes next. Full-width and small signs, and the
 * others that Unicode counts as the same (NFKC), are read as their ASCII forms. Readers drop quotes, spaces and invisible
 * characters before it.
 */
const FORMULA_START =
  /(^|[;|\t\n\v\f\r\u0085\u2028\u2029])(?=["\p{Zs}\p{Cf}]*[=+\-@\u207a\u207c\u208a\u208c\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

/** Readers drop it before a formula, too. */
const LEADING_SEPARATOR = /^(?=[\t\n\v\f\r])/;

function cellOf(value: number | string): string {
  if (typeof value === 'number') return stampOf(value);
  const text = value.replaceAll(FORMULA_START, "$1'").replace(LEADING_SEPARATOR, "'");
  const isPlain = text === value && !SEPARATOR.test(text) && !/[",]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
