import { clockOf } from '#shared/meetings/results/rules/vtt-time';
import { dateText } from '#shared/texts/exports/rules/date-text';
import { passagesOf } from '#shared/texts/exports/rules/passages';
import type { ExportedText } from './format.ts';

/**
 * Markdown (CommonMark 0.31): the title as a heading, date and people, and a paragraph for each segment. Characters that
 * Markdown or HTML would read as markup are escaped.
 */
export function textAsMarkdown({ title, date, people, transcript, options }: ExportedText): string {
  const about = [
    ...(date === null ? [] : [`*${dateText(date)}*`]),
    ...(people.length === 0 ? [] : [people.map(escaped).join(', ')]),
  ];
  const paragraphs = passagesOf(transcript, options).map(({ speaker, pieces }) =>
    [
      ...(speaker === null ? [] : [`**${escaped(speaker)}:**`]),
      ...pieces.map(({ at, text }) => (at === null ? escaped(text) : `\\[${clockOf(at)}\\] ${escaped(text)}`)),
    ].join(' '),
  );
  return [`# ${escaped(title)}`, ...about, ...paragraphs].map((block) => `${block}\n`).join('\n');
}

/** A backslash before any ASCII punctuation makes it text. A paragraph may begin as a list with digits. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#+\-!|~&$=]/g, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');
