import type { Segment, Transcript, Word } from '#shared/meetings/results/rules/results';
import { onOneLine, withEntities } from './vtt-cue-text.ts';
import { clockOf, stampOf } from './vtt-time.ts';

export type TranscriptFormat = 'txt' | 'vtt' | 'srt';

/** The transcript as plain text, WebVTT or SubRip. */
export function transcriptAs(format: TranscriptFormat, transcript: Transcript): string {
  switch (format) {
    case 'txt':
      return asText(transcript);
    case 'vtt':
      return asWebVtt(transcript);
    case 'srt':
      return asSubRip(transcript);
  }
}

/** A line for each segment: `[00:01:05] Ada: We ship on Tuesday.` */
export function asText(transcript: Transcript): string {
  const names = namesIn(transcript);
  const lines = transcript.segments.map((segment) => `[${clockOf(segment.start)}] ${spoken(segment, names)}\n`);
  return lines.join('');
}

/**
 * WebVTT with voice spans and a time stamp before every word. `parseWebVtt` reads the same segments from it, except
 * confidence and overlapping words, which the format cannot express.
 */
export function asWebVtt(transcript: Transcript): string {
  const names = namesIn(transcript);
  const header = transcript.language === null ? 'WEBVTT\n' : `WEBVTT\nLanguage: ${transcript.language}\n`;
  const cues = transcript.segments.map((segment) => {
    const name = nameOf(segment, names);
    const text = wordsAreTheText(segment) ? withWordTimes(segment) : withEntities(onOneLine(segment.text));
    const voiced = name === null ? text : `<v ${withEntities(name)}>${text}</v>`;
    return `\n${stampOf(segment.start)} --> ${stampOf(segment.end)}\n${voiced}\n`;
  });
  return header + cues.join('');
}

/** SubRip: numbered, decimal commas, the speaker's name before the text. */
export function asSubRip(transcript: Transcript): string {
  const names = namesIn(transcript);
  const cues = transcript.segments.map((segment, index) => {
    const times = `${stampOf(segment.start, ',')} --> ${stampOf(segment.end, ',')}`;
    // An arrow in the text would be read as a line of times.
    return `${index + 1}\n${times}\n${spoken(segment, names).replaceAll('-->', '→')}\n`;
  });
  return cues.join('\n');
}

type Names = ReadonlyMap<string, string>;

/** A speaker without a name gets a number: `Speaker 2` for `spk_2`. */
const namesIn = ({ speakers }: Transcript): Names =>
  new Map(speakers.map(({ id, name }, index) => [id, onOneLine(name ?? '') || `Speaker ${index + 1}`]));

const nameOf = ({ speakerId }: Segment, names: Names): string | null =>
  speakerId === null ? null : (names.get(speakerId) ?? null);

function spoken(segment: Segment, names: Names): string {
  const name = nameOf(segment, names);
  const text = onOneLine(segment.text);
  return name === null ? text : `${name}: ${text}`;
}

const wordsAreTheText = ({ words, text }: Segment): boolean =>
  words.length > 0 && words.map((word) => word.text).join(' ') === text;

/** A stamp before each word, and one after it where a pause of a millisecond follows. Equal bounds share a stamp. */
const withWordTimes = ({ words, end }: Segment): string =>
  words
    .map((word, index) => {
      const stamp = sharesBounds(word, words[index - 1]) ? '' : `<${stampOf(word.start)}>`;
      const next = words[index + 1];
      const isFollowedByPause = !sharesBounds(word, next) && (next?.start ?? end) - word.end >= 0.0005;
      return `${stamp}${withEntities(word.text)}${isFollowedByPause ? `<${stampOf(word.end)}>` : ''}`;
    })
    .join(' ');

const sharesBounds = (word: Word, other: Word | undefined): boolean =>
  other?.start === word.start && other.end === word.end;
