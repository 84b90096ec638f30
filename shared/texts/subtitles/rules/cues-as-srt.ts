import { stampOf } from '#shared/meetings/results/rules/vtt-time';
import type { Cue } from './cue.ts';

/** Subtitles as SubRip: numbered, decimal commas. An arrow in the text would be read as a line of times. */
export const cuesAsSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ startMs, endMs, lines }, index) => {
      const times = `${stampOf(startMs / 1000, ',')} --> ${stampOf(endMs / 1000, ',')}`;
      return `${index + 1}\n${times}\n${lines.join('\n').replaceAll('-->', '→')}\n`;
    })
    .join('\n');
