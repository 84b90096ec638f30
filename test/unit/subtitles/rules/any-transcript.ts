import fc from 'fast-check';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';
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

/** Of two speakers and unknown ones, who also speak at the same time. */
export const anyTranscript: fc.Arbitrary<Transcript> = fc
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

export const anyStyle: fc.Arbitrary<SubtitleStyle> = fc
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
