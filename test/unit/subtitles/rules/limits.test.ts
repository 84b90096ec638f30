import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Transcript } from '#shared/results/rules/results';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/subtitles/rules/style';
import { subtitlesOf } from '#shared/subtitles/rules/subtitles-of';
import { widthOf } from '#shared/subtitles/rules/text-width';
import { aSegment, aSpeaker } from '#test/support/transcripts';

const word = fc.constantFrom(
  ...[
    'the',
    'a',
    'of',
    'I',
    'um',
    'uh,',
    'you know,',
    'we',
    'will',
    'invoices',
    'launch.',
    'Tuesday,',
    '12',
    'dollars',
  ],
  ...[
    'Good!',
    'New',
    'York',
    'w-',
    '[laughter]',
    'naïve',
    '👍',
    'a-very-long-compound-that-is-wider-than-any-line-of-42',
  ],
  ...['会議を始めましょう。', '我们下周发布新版本', 'שלום', 'مرحبا،', 'до', 'свидания.', '회의를', 'x'],
);
const milliseconds = (max: number) => fc.oneof(fc.constant(0), fc.nat({ max }));
const line = fc.record({
  speakerId: fc.constantFrom('spk_1', 'spk_2', null),
  /** Negative: it begins before the one before has ended. */
  pauseMs: fc.integer({ min: -3000, max: 4000 }),
  words: fc.array(fc.record({ text: word, pauseMs: milliseconds(900), lastsMs: milliseconds(1200) }), {
    maxLength: 60,
  }),
  isTimed: fc.boolean(),
});

const anyTranscript: fc.Arbitrary<Transcript> = fc
  .record({ lines: fc.array(line, { maxLength: 12 }), language: fc.constantFrom(null, 'en', 'de-AT', 'ja', 'x-none') })
  .map(({ lines, language }) => {
    let nowMs = 0;
    const segments = lines.map(({ speakerId, pauseMs, words, isTimed }, index) => {
      nowMs = Math.max(0, nowMs + pauseMs);
      const start = nowMs / 1000;
      const timed = words.map(({ text, pauseMs: pause, lastsMs }) => {
        const from = nowMs + pause;
        nowMs = from + lastsMs;
        return { text, start: from / 1000, end: nowMs / 1000, confidence: null };
      });
      const text = words.map((one) => one.text).join(' ');
      return aSegment({
        id: `seg_${index + 1}`,
        speakerId,
        start,
        end: nowMs / 1000,
        text,
        words: isTimed ? timed : [],
      });
    });
    return { language, speakers: [aSpeaker(), aSpeaker({ id: 'spk_2', name: null })], segments };
  });

const anyStyle: fc.Arbitrary<SubtitleStyle> = fc
  .record({
    maxCharactersPerLine: fc.integer({ min: 16, max: 60 }),
    maxLines: fc.integer({ min: 1, max: 4 }),
    maxCharactersPerSecond: fc.integer({ min: 5, max: 40 }),
    minDurationMs: fc.integer({ min: 0, max: 2000 }),
    longerMs: fc.integer({ min: 0, max: 8000 }),
    minGapMs: fc.integer({ min: 0, max: 500 }),
    isVerbatim: fc.boolean(),
    fixGrammar: fc.boolean(),
    sdh: fc.boolean(),
    speakerId: fc.constantFrom('none' as const, 'name' as const, 'initials' as const, 'dash' as const),
    notationTags: fc.boolean(),
  })
  .map(({ longerMs, ...style }) => ({ ...style, maxDurationMs: style.minDurationMs + longerMs }));

type Cues = ReturnType<typeof subtitlesOf>;

const holdsFor = (property: (cues: Cues, style: SubtitleStyle, transcript: Transcript) => void): void =>
  fc.assert(
    fc.property(anyTranscript, anyStyle, (transcript, style) =>
      property(subtitlesOf(transcript, style), style, transcript),
    ),
  );

describe('subtitles of any transcript in any style', () => {
  it('have lines within the line length, but for one word that is wider and marked', () => {
    holdsFor((cues, { maxCharactersPerLine }) => {
      for (const { lines, violations } of cues) {
        const tooLong = lines.filter((text) => widthOf(text) > maxCharactersPerLine);
        expect(tooLong.filter((text) => text.includes(' '))).toEqual([]);
        expect(violations.includes('line_length')).toBe(tooLong.length > 0);
      }
    });
  });

  it('have at least one line, none empty, and at most as many as the style allows', () => {
    holdsFor((cues, { maxLines }) => {
      for (const { lines } of cues) {
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(maxLines);
        expect(lines).not.toContain('');
      }
    });
  });

  it('are shown for at least the shortest duration and at most the longest', () => {
    holdsFor((cues, { minDurationMs, maxDurationMs }) => {
      for (const { startMs, endMs } of cues) {
        expect(endMs - startMs).toBeGreaterThanOrEqual(minDurationMs);
        expect(endMs - startMs).toBeLessThanOrEqual(maxDurationMs);
      }
    });
  });

  it('leave the gap between each other', () => {
    holdsFor((cues, { minGapMs }) => {
      for (const [index, { startMs }] of cues.entries())
        expect(startMs - (cues[index - 1]?.endMs ?? -minGapMs)).toBeGreaterThanOrEqual(minGapMs);
    });
  });

  it('are within the reading speed or marked', () => {
    holdsFor((cues, { maxCharactersPerSecond }) => {
      for (const { startMs, endMs, lines, violations } of cues) {
        const perSecond = (widthOf(lines.join('')) * 1000) / (endMs - startMs);
        expect(violations.includes('reading_speed')).toBe(perSecond > maxCharactersPerSecond);
      }
    });
  });

  it('have every word of each speaker when they are verbatim with tags and without labels', () => {
    const everything = { ...DEFAULT_STYLE, isVerbatim: true, notationTags: true };
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        const cues = subtitlesOf(transcript, everything);
        for (const speakerId of ['spk_1', 'spk_2', null]) {
          const shown = cues.filter((cue) => cue.speakerId === speakerId).flatMap(({ lines }) => lines);
          const said = transcript.segments.filter((segment) => segment.speakerId === speakerId);
          expect(lettersOf(shown)).toBe(lettersOf(said.map(({ text }) => text)));
        }
      }),
    );
  });
});

/** Sorted, since speech at the same time is shown in order of its cues. */
const lettersOf = (texts: readonly string[]): string => [...texts.join('').replaceAll(/\s/g, '')].sort().join('');
