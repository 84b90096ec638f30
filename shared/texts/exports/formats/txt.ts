import { clockOf } from '#shared/meetings/results/rules/vtt-time';
import { passagesOf } from '#shared/texts/exports/rules/passages';
import type { ExportedText } from './format.ts';

/** Plain text, a line for each segment: `[00:01:05] Ada: We ship on Tuesday.` */
export const textAsTxt = ({ transcript, options }: ExportedText): string =>
  passagesOf(transcript, options)
    .map(({ speaker, pieces: [first, ...rest] }) => {
      const voiced = speaker === null ? '' : `${speaker}: `;
      const texts = [
        `${stamp(first?.at)}${voiced}${first?.text ?? ''}`,
        ...rest.map(({ at, text }) => stamp(at) + text),
      ];
      return `${texts.join(' ')}\n`;
    })
    .join('');

const stamp = (seconds: number | null | undefined): string =>
  seconds === null || seconds === undefined ? '' : `[${clockOf(seconds)}] `;
