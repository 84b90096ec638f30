import type { Transcript } from '#shared/meetings/results/rules/results';
import { onOneLine, withEntities } from '#shared/meetings/results/rules/vtt-cue-text';
import { stampOf } from '#shared/meetings/results/rules/vtt-time';
import type { Cue } from './cue.ts';

/** Subtitles as WebVTT, each in a voice span where its speaker has a name. */
export function cuesAsVtt(cues: readonly Cue[], { language, speakers }: Omit<Transcript, 'segments'>): string {
  const names = new Map(speakers.map(({ id, name }) => [id, onOneLine(name ?? '')]));
  const written = cues.map(({ startMs, endMs, lines, speakerId }) => {
    const name = names.get(speakerId ?? '');
    const text = withEntities(lines.join('\n'));
    const voiced = name ? `<v ${withEntities(name)}>${text}</v>` : text;
    return `\n${stampOf(startMs / 1000)} --> ${stampOf(endMs / 1000)}\n${voiced}\n`;
  });
  return `WEBVTT\n${language === null ? '' : `Language: ${language}\n`}${written.join('')}`;
}
