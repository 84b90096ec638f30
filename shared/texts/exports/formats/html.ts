import { isoOf } from '#shared/foundation/core/time';
import { clockOf } from '#shared/meetings/results/rules/vtt-time';
import { dateText } from '#shared/texts/exports/rules/date-text';
import { passagesOf } from '#shared/texts/exports/rules/passages';
import type { ExportedText } from './format.ts';

/**
 * One HTML page without scripts, styles or links. Every paragraph has the direction of its own text. Characters of the
 * text are never markup.
 */
export function textAsHtml({ title, date, people, transcript, options }: ExportedText): string {
  const paragraphs = passagesOf(transcript, options).map(({ speaker, pieces }) => {
    const voiced = speaker === null ? '' : `<strong>${escaped(speaker)}:</strong> `;
    const texts = pieces.map(({ at, text }) => `${at === null ? '' : `<time>${clockOf(at)}</time> `}${escaped(text)}`);
    return `<p dir="auto">${voiced}${texts.join(' ')}</p>`;
  });
  const about = [
    ...(date === null ? [] : [`<p><time datetime="${isoOf(date)}">${dateText(date)}</time></p>`]),
    ...(people.length === 0 ? [] : [`<p dir="auto">${people.map(escaped).join(', ')}</p>`]),
  ];
  const language = transcript.language === null ? '' : ` lang="${escaped(transcript.language)}"`;
  return `${[
    '<!doctype html>',
    `<html${language}>`,
    `<head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body>',
    `<h1 dir="auto">${escaped(title)}</h1>`,
    ...about,
    ...paragraphs,
    '</body>',
    '</html>',
  ].join('\n')}\n`;
}

/** Text and attribute values. Control characters, which HTML does not allow, are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
