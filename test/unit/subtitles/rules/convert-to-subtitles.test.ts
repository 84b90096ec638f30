import fc from 'fast-check';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { millisecondsIn } from '#shared/meetings/results/rules/vtt-time';
import { convertToSubtitles, cuesOf } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import { cuesAsSrt } from '#shared/texts/subtitles/rules/cues-as-srt';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { widthOf } from '#shared/texts/subtitles/rules/text-width';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript } from '#test/support/transcripts';
import { anyStyle, anyTranscript } from './any-transcript.ts';

const lengthOf = ({ segments }: Transcript): number => Math.max(0, ...segments.map(({ end }) => end));

interface Converted {
  readonly source: Transcript;
  readonly subtitles: Transcript;
  readonly style: SubtitleStyle;
}

const holdsFor = (property: (converted: Converted) => void): void =>
  fc.assert(
    fc.property(anyTranscript, anyStyle, (source, style) =>
      property({ source, style, subtitles: convertToSubtitles(source, style, lengthOf(source)) }),
    ),
  );

/** Whether the audio is long enough for all cues at their shortest. */
const hasRoom = ({ source, subtitles, style: { minDurationMs, minGapMs } }: Converted): boolean =>
  subtitles.segments.length * (minDurationMs + minGapMs) - minGapMs <= Math.floor(lengthOf(source) * 1000);

/** Times and lines of SubRip, read without the code that wrote it. */
const readSrt = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, times = '', ...lines] = block.trimEnd().split('\n');
      const [from = '', to = ''] = times.split(' --> ');
      return {
        start: (millisecondsIn(from) ?? 0) / 1000,
        end: (millisecondsIn(to) ?? 0) / 1000,
        text: lines.join('\n'),
      };
    });

describe('the conversion of any transcript to subtitles', () => {
  it('keeps the limits of the style, but for a word that is wider than a line', () => {
    holdsFor(({ subtitles, style }) => {
      const cues = cuesOf(subtitles);
      for (const [index, { startMs, endMs, lines }] of cues.entries()) {
        expect(lines.length).toBeLessThanOrEqual(style.maxLines);
        const tooLong = lines.filter((line) => widthOf(line) > style.maxCharactersPerLine);
        expect(tooLong.filter((line) => line.includes(' '))).toEqual([]);
        expect(endMs - startMs).toBeGreaterThanOrEqual(style.minDurationMs);
        expect(endMs - startMs).toBeLessThanOrEqual(style.maxDurationMs);
        expect(startMs - (cues[index - 1]?.endMs ?? -style.minGapMs)).toBeGreaterThanOrEqual(style.minGapMs);
      }
    });
  });

  it('puts segments in order and within the audio, where that has room for them', () => {
    holdsFor((converted) => {
      const { segments } = converted.subtitles;
      for (const [index, { start }] of segments.entries())
        expect(start).toBeGreaterThanOrEqual(segments[index - 1]?.start ?? 0);
      if (hasRoom(converted)) expect(segments.at(-1)?.end ?? 0).toBeLessThanOrEqual(lengthOf(converted.source));
    });
  });

  it('gives each segment an id of its own, and a speaker of the transcript or none', () => {
    holdsFor(({ source, subtitles: { segments, speakers, language } }) => {
      expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length);
      expect({ speakers, language }).toEqual({ speakers: source.speakers, language: source.language });
      const known = [null, ...speakers.map(({ id }) => id)];
      for (const { speakerId } of segments) expect(known).toContain(speakerId);
    });
  });

  it('times words one after the other, and no others than the text has', () => {
    holdsFor(({ subtitles: { segments } }) => {
      for (const { text, words } of segments) {
        if (words.length === 0) continue;
        expect(words.map((word) => word.text).join('')).toBe(text.replaceAll(/\s/g, ''));
        for (const [index, word] of words.entries()) {
          expect(word.end).toBeGreaterThanOrEqual(word.start);
          expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.start ?? 0);
        }
      }
    });
  });

  it('is read back from SubRip with the times and the lines of its segments', () => {
    holdsFor(({ subtitles }) => {
      const written = subtitles.segments.map(({ start, end, text }) => ({ start, end, text }));
      expect(readSrt(cuesAsSrt(cuesOf(subtitles)))).toEqual(written);
    });
  });

  it('has the subtitles of the transcript as its cues', () => {
    fc.assert(
      fc.property(anyTranscript, anyStyle, (source, style) => {
        const cues = subtitlesOf(source, style, null).map((cue) => ({ ...cue, violations: [] }));
        expect(cuesOf(convertToSubtitles(source, style, null))).toEqual(cues);
      }),
    );
  });
});

describe('the conversion of a transcript to subtitles', () => {
  it('keeps the words where they are, without those that the style leaves out', () => {
    const source = aTranscript([['Ada', 'Good um morning to all of you, and welcome to the call about the launch.']]);
    const words = (source.segments[0]?.words ?? []).map((word) => ({ ...word, confidence: 0.9 }));
    const segments = [aSegment({ ...source.segments[0], words })];

    const converted = convertToSubtitles({ ...source, segments }, DEFAULT_STYLE, 14).segments;

    expect(converted.length).toBeGreaterThan(1);
    expect(converted.flatMap((segment) => segment.words)).toEqual(words.filter(({ text }) => text !== 'um'));
  });

  it('has no words where the transcript times none', () => {
    const segments = [aSegment({ text: 'Good morning.', words: [] })];

    const converted = convertToSubtitles(aTranscript([], { segments }), DEFAULT_STYLE, 2);

    expect(converted.segments).toMatchObject([{ text: 'Good morning.', words: [] }]);
  });

  it('begins the last subtitle earlier where the audio ends soon after', () => {
    const segments = [aSegment({ start: 1.9, end: 2, text: 'Yes.' })];

    const converted = convertToSubtitles(aTranscript([], { segments }), DEFAULT_STYLE, 2);

    expect(converted.segments).toMatchObject([{ start: 1.167, end: 2 }]);
  });

  it('lets subtitles end after an audio that is too short for them', () => {
    const segments = [aSegment({ start: 0, end: 0.3, text: 'Yes.' })];

    const converted = convertToSubtitles(aTranscript([], { segments }), DEFAULT_STYLE, 0.3);

    expect(converted.segments).toMatchObject([{ start: 0, end: 0.833 }]);
  });
});

describe('the cues of corrected subtitles', () => {
  it('have no blank lines and no blank cues', () => {
    const segments = ['Good\r\n\r\nmorning.', ' \n', ''].map((text) => aSegment({ text }));

    expect(cuesOf(aTranscript([], { segments })).map(({ lines }) => lines)).toEqual([['Good', 'morning.']]);
  });
});
