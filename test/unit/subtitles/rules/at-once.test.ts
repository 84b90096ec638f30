import type { Segment } from '#shared/meetings/results/rules/results';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

type Said = readonly [speaker: string | null, start: number, end: number, text: string];

const NAMES = ['Ada', 'Ben', 'Eve', 'Joe'];

const spoken = (...said: readonly Said[]) => {
  const segments = said.map(
    ([speakerId, start, end, text], index): Segment => aSegment({ id: `seg_${index}`, speakerId, start, end, text }),
  );
  return aTranscript([], { speakers: NAMES.map((name) => aSpeaker({ id: name, name })), segments });
};

const cuesOf = (said: readonly Said[], style: Partial<SubtitleStyle> = {}) =>
  subtitlesOf(spoken(...said), { ...DEFAULT_STYLE, ...style }, null);

const linesOf = (said: readonly Said[], style: Partial<SubtitleStyle> = {}) =>
  cuesOf(said, style).map(({ lines }) => lines);

const QUESTION: Said = ['Ada', 0, 2, 'Shall we begin with the budget?'];
const ANSWER: Said = ['Ben', 0.5, 1, 'Yes.'];

describe('voices at once', () => {
  it('share a cue, each with a hyphen, from the first word to the last', () => {
    expect(cuesOf([QUESTION, ['Ben', 0.8, 2.4, 'Yes, please.']])).toMatchObject([
      {
        ...{ lines: ['-Shall we begin with the budget?', '-Yes, please.'], speakerId: null, words: [] },
        ...{ startMs: 0, violations: [] },
      },
    ]);
  });

  it('share the cue of the words that are spoken at once alone', () => {
    const sentence = 'The contract was signed this morning, and the launch of the beta is next week.';

    const lines = linesOf([
      ['Ada', 0, 6, sentence],
      ['Ben', 4, 4.4, 'Great.'],
    ]);

    expect(lines.filter((cue) => cue.length === 2 && cue[1] === '-Great.')).toHaveLength(1);
    expect(
      lines
        .flat()
        .join(' ')
        .replaceAll(/-| ?-Great\./g, '')
        .replace(/\s*Great\./, ''),
    ).toBe(sentence);
  });

  it.each([
    [
      'two that have no names',
      [
        [null, 0, 2, 'We begin.'],
        ['Ben', 0, 2, 'Yes.'],
      ],
      ['-We begin.', '-Yes.'],
    ],
    [
      'Hebrew and Arabic',
      [
        ['Ada', 0, 2, 'שלום 12.'],
        ['Ben', 0, 2, 'مرحبا 34.'],
      ],
      ['-שלום 12.', '-مرحبا 34.'],
    ],
    [
      'Japanese',
      [
        ['Ada', 0, 2, 'はい、そうです。'],
        ['Ben', 0, 2, 'ええ。'],
      ],
      ['-はい、そうです。', '-ええ。'],
    ],
    [
      'emoji',
      [
        ['Ada', 0, 2, 'Done 👍🏽'],
        ['Ben', 0, 2, '🎉🎉'],
      ],
      ['-Done 👍🏽', '-🎉🎉'],
    ],
  ] as const)('share a cue: %s', (_what, said, lines) => {
    expect(linesOf(said)).toEqual([lines]);
  });

  it.each([
    [{ speakerId: 'name' }, ['-Ada: Shall we begin with the budget?', '-Ben: Yes.']],
    [{ speakerId: 'initials' }, ['-A: Shall we begin with the budget?', '-B: Yes.']],
    [{ speakerId: 'dash' }, ['-Shall we begin with the budget?', '-Yes.']],
    [{ sdh: true }, ['-[Ada] Shall we begin with the budget?', '-[Ben] Yes.']],
  ] as const)('have their labels in a shared cue: %j', (style, lines) => {
    expect(linesOf([QUESTION, ANSWER], style)).toEqual([lines]);
  });

  it('are two in a cue: a third follows, late, and is read as long as the others', () => {
    const cues = cuesOf([
      ['Ada', 1, 1.2, 'Yes.'],
      ['Ben', 1, 1.2, 'Yes.'],
      ['Eve', 1, 1.2, 'No, I cannot come on Tuesday.'],
    ]);

    expect(cues).toMatchObject([
      { lines: ['-Yes.', '-Yes.'], startMs: 1000, endMs: 1833, violations: [] },
      { lines: ['No, I cannot come on Tuesday.'], startMs: 1916, violations: [] },
    ]);
  });

  it('keep the reading speed and the shortest time while three speak', () => {
    const sentence = 'We move the launch to the second week of October.';
    const cues = cuesOf(NAMES.slice(0, 3).map((name, index): Said => [name, index * 0.3, 3, sentence]));

    expect(cues.length).toBeGreaterThan(1);
    for (const { startMs, endMs, violations } of cues) {
      expect(endMs - startMs).toBeGreaterThanOrEqual(DEFAULT_STYLE.minDurationMs);
      expect(violations).not.toContain('reading_speed');
    }
  });

  it.each([
    ['that overlap by the error of a recognizer', [QUESTION, ['Ben', 1.9, 4, 'Yes, please, with the budget.']]],
    ['of one speaker', [QUESTION, ['Ada', 0.5, 1.5, 'With the budget?']]],
    ['one after the other', [QUESTION, ['Ben', 2, 2.5, 'Yes.']]],
  ] as const)('are cues of their own where they are words %s', (_what, said) => {
    expect(linesOf(said).every((lines) => lines.every((line) => !line.startsWith('-')))).toBe(true);
    expect(linesOf(said).length).toBe(2);
  });

  it('are cues of their own, and read, where a cue has one line', () => {
    expect(cuesOf([QUESTION, ANSWER], { maxLines: 1 })).toMatchObject([
      { lines: ['Shall we begin with the budget?'], violations: [] },
      { lines: ['Yes.'], violations: expect.not.arrayContaining(['reading_speed']) },
    ]);
  });

  it('come back to their times after it', () => {
    const cues = cuesOf([
      ['Ada', 0, 2, 'We move the launch of the beta to the second week of October.'],
      ['Ben', 0, 2, 'Who tells the customers about that, and who writes the notes?'],
      ['Ada', 2.2, 5, 'I will write the notes on Monday.'],
      ['Ada', 5.2, 8, 'Ben tells the customers.'],
      ['Ada', 8.2, 11, 'Nobody objected to that.'],
    ]);

    expect(cues.at(-1)).toMatchObject({ startMs: 8200, violations: [] });
  });
});

describe('labels', () => {
  it('stand wherever another voice was shown between', () => {
    const said: readonly Said[] = [
      [
        'Ada',
        0,
        12,
        'We move the launch to the second week of October. The customers hear about it on Monday. Ben writes it.',
      ],
      ['Ben', 6, 8.5, 'Why do they not hear about the launch of the beta on Tuesday, with the others?'],
    ];

    const cues = cuesOf(said, { speakerId: 'name' });

    for (const [index, { speakerId, lines }] of cues.entries()) {
      const goesOn = speakerId !== null && cues[index - 1]?.speakerId === speakerId;
      expect(/^-?(?:Ada|Ben):/.test(lines[0] ?? '')).toBe(!goesOn);
    }
    expect(
      cues
        .flatMap(({ lines }) => lines)
        .join(' ')
        .match(/Ada:/g)?.length,
    ).toBeGreaterThan(1);
  });

  it('stand once where none was', () => {
    const said: readonly Said[] = [
      ['Ada', 0, 2, 'We move the launch.'],
      ['Ada', 5, 7, 'Nobody objected.'],
    ];

    expect(linesOf(said, { sdh: true })).toEqual([['[Ada] We move the launch.'], ['Nobody objected.']]);
  });
});
