import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import type { Cue } from './cue.ts';
import type { SubtitleStyle } from './style.ts';
import { subtitlesOf } from './subtitles-of.ts';

/**
 * The text of a subtitles conversation: the subtitles of a transcript with a segment for each cue, which has the times
 * and the speaker of the cue, its lines parted by line breaks, and its words at the times when they are spoken.
 * `lengthSeconds` is that of the media. `cuesOf` is the reverse.
 */
export const convertToSubtitles = (
  transcript: Transcript,
  style: SubtitleStyle,
  lengthSeconds: number | null,
): Transcript => ({
  language: transcript.language,
  speakers: transcript.speakers,
  segments: subtitlesOf(transcript, style, lengthSeconds).map(segmentOf),
});

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
