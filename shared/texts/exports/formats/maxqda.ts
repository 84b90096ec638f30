import { passagesOf } from '#shared/texts/exports/rules/passages';
import type { ExportedText } from './format.ts';

/** What MAXQDA would read as a timestamp. */
const TIMESTAMP_START = /#(?=\d\d:\d\d:\d\d-\d#)/g;

/** Invisible. */
const WORD_JOINER = '\u2060';

/**
 * Plain text with timestamps of tenths of a second, as f4transkript writes and MAXQDA imports them ("Transcripts with
 * timestamps"): a paragraph for each segment, between the timestamps of its start and its end, with an empty line after
 * it. Timestamps are what the format is for, so they are always shown.
 */
export const textAsMaxqda = ({ transcript, options: { showSpeakers } }: ExportedText): string =>
  passagesOf(transcript, { showSpeakers, showTimestamps: false, timestampsEverySeconds: null })
    .map(({ start, end, speaker, pieces }) => {
      const text = pieces.map((piece) => piece.text).join(' ');
      const paragraph = (speaker === null ? text : `${speaker}: ${text}`).replaceAll(
        TIMESTAMP_START,
        `#${WORD_JOINER}`,
      );
      return `${timestampOf(start)}${paragraph} ${timestampOf(end)}\n`;
    })
    .join('\n');

/** `#01:02:03-4#`. */
function timestampOf(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const whole = Math.floor(tenths / 10);
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `#${clock.map((part) => String(part).padStart(2, '0')).join(':')}-${tenths % 10}#`;
}
