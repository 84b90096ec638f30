import type { Segment, Transcript } from '#shared/results/rules/results';
import type { Cue } from './cue.ts';
import type { SubtitleStyle } from './style.ts';
import { subtitlesOf } from './subtitles-of.ts';

/**
 * The text of a subtitles conversation: the subtitles of a transcript with a segment for each cue, which has the times
 * and the speaker of the cue, its lines parted by line breaks, and its words at the times when they are spoken.
 * `lengthSeconds` is that of the audio, null where it is not known. Cues end by it, or by the last segment where that ends
 * later, unless there are too many for it. `cuesOf` is the reverse.
 */
export const convertToSubtitles = (
  transcript: Transcript,
  style: SubtitleStyle,
  lengthSeconds: number | null,
): Transcript => ({
  language: transcript.language,
  speakers: transcript.speakers,
  segments: subtitlesOf(transcript, style, audioMsOf(transcript, lengthSeconds)).map(segmentOf),
});

/** Recognized segments may end a moment after the audio. */
function audioMsOf({ segments }: Transcript, lengthSeconds: number | null): number {
  if (lengthSeconds === null) return Number.POSITIVE_INFINITY;
  return Math.floor(segments.reduce((latest, { end }) => Math.max(latest, end), lengthSeconds) * 1000);
}

const segmentOf = ({ startMs, endMs, lines, speakerId, words }: Cue, index: number): Segment => ({
  ...{ id: `seg_${index + 1}`, speakerId, start: startMs / 1000, end: endMs / 1000, text: lines.join('\n') },
  ...{ confidence: null, words },
});

const LINE_BREAK = /\r\n?|\n/;

/** The cues of a subtitles conversation, as its segments have them: a line that a correction left blank is none. */
export const cuesOf = ({ segments }: Transcript): readonly Cue[] =>
  segments.flatMap(({ start, end, text, speakerId, words }) => {
    const lines = text.split(LINE_BREAK).filter((line) => line.trim() !== '');
    const [startMs, endMs] = [Math.round(start * 1000), Math.round(end * 1000)];
    return lines.length === 0 ? [] : [{ startMs, endMs, lines, speakerId, words, violations: [] }];
  });
