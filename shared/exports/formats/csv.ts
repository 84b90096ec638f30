import { tableOf } from '#shared/exports/rules/table-rows';
import { stampOf } from '#shared/results/rules/vtt-time';
import type { ExportedText } from './format.ts';

/**
 * Comma-separated values (RFC 4180), with a header line and a line for each segment. A cell that a spreadsheet would
 * read as a formula begins with an apostrophe.
 */
export function textAsCsv({ transcript, options }: ExportedText): string {
  const { columns, rows } = tableOf(transcript, options);
  return [columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

const FORMULA = /^[=+\-@]/;

function cellOf(value: number | string): string {
  if (typeof value === 'number') return stampOf(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
