import fc from 'fast-check';
import { mendTranscript } from '#shared/meetings/recorders/rules/mend-transcript';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript, type Line } from '#test/support/transcripts';

const textOf = ({ segments }: Transcript): string => segments.map(({ text }) => text).join(' ');
const times = (count: number, text: string): readonly string[] => Array.from({ length: count }, () => text);
const said = (name: string | null, texts: readonly string[]) => texts.map((text): Line => [name, text]);

describe('a transcript with a repeated text', () => {
  it('keeps the first of a run of segments, and what is around it', () => {
    const lines = ['Welcome.', ...times(12, 'Thank you for watching.'), 'We ship on Friday.'];

    const { transcript, isRepeated, notes } = mendTranscript(aTranscript(said('Ada', lines)));

    expect(textOf(transcript)).toBe('Welcome. Thank you for watching. We ship on Friday.');
    expect(isRepeated).toBe(true);
    expect(notes).toEqual(['A text that was repeated 12 times without a break is kept once.']);
  });

  it('keeps the first of a run within one segment, with its words', () => {
    const text = ['Hello there,', ...times(10, 'we will see you again soon'), 'goodbye.'].join(' ');

    const [segment] = mendTranscript(aTranscript([[null, text]])).transcript.segments;

    expect(segment?.text).toBe('Hello there, we will see you again soon goodbye.');
    expect(segment?.words.map((word) => word.text).join(' ')).toBe('Hello there, we will see you again soon goodbye.');
  });

  it('finds a run without spaces between words', () => {
    const segment = aSegment({ text: 'ご視聴ありがとうございました。'.repeat(12), end: 60 });

    const { transcript } = mendTranscript({ language: 'ja', speakers: [], segments: [segment] });

    expect(textOf(transcript)).toBe('ご視聴ありがとうございました。');
  });

  it.each([
    ['eight times', said('Ada', times(8, 'Thank you for watching this.'))],
    ['within half a minute', said('Ada', times(9, 'Yes it is.'))],
    ['two words over and over', said('Ada', times(40, 'Thank you.'))],
    ['people who say it in turn', times(12, 'I am here today.').map((text, nth): Line => [`P${nth}`, text])],
  ])('stays as it is: %s', (_what, lines) => {
    const transcript = aTranscript(lines);

    expect(mendTranscript(transcript)).toEqual({ transcript, isRepeated: false, notes: [] });
  });

  it('is mended once: mending it again changes nothing', () => {
    const line = fc.constantFrom('we ship on friday', 'a b c', 'no', 'thank you all very much');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.nat(14)), { maxLength: 6 }), (runs) => {
        const lines = runs.flatMap(([text, count]) => said(null, times(count, text)));
        const { transcript } = mendTranscript(aTranscript(lines));

        expect(mendTranscript(transcript).transcript).toEqual(transcript);
      }),
    );
  });

  it('loses no text that is not repeated', () => {
    const word = fc.constantFrom('one', 'two', 'three', 'four', 'five');
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 30 }), (texts) => {
        const transcript = aTranscript(texts.map((words) => [null, words.join(' ')] as const));
        const mended = mendTranscript(transcript);

        const vocabulary = (of: Transcript) => new Set(textOf(of).split(' '));
        expect(vocabulary(mended.transcript)).toEqual(vocabulary(transcript));
        if (!mended.isRepeated) expect(mended.transcript).toEqual(transcript);
      }),
    );
  });

  it('is mended in a moment where a whole day repeats one word', () => {
    const startedAt = performance.now();

    mendTranscript(aTranscript([[null, times(100_000, 'no').join(' ')]]));

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('a transcript with wrong times', () => {
  const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: null });
  const withWords = (words: readonly ReturnType<typeof word>[]): Transcript => ({
    language: 'en',
    speakers: [],
    segments: [aSegment({ start: 10, end: 20, text: 'we go on now', words })],
  });

  it.each([
    [
      'words before and behind their segment',
      [word('we', 2, 3), word('go', 11, 12), word('on', 12, 13), word('now', 40, 41)],
    ],
    ['words on one spot', [word('we', 10, 10), word('go', 10, 10), word('on', 10, 10), word('now', 10, 10)]],
    [
      'words that end before they begin',
      [word('we', 12, 11), word('go', 12, 13), word('on', 13, 14), word('now', 14, 15)],
    ],
    ['words that go back', [word('we', 19, 19.5), word('go', 11, 12), word('on', 12, 13), word('now', 13, 14)]],
  ])('has its words spread over the segment: %s', (_what, words) => {
    const { transcript, notes } = mendTranscript(withWords(words));

    const spread = transcript.segments[0]?.words ?? [];
    expect(spread.map(({ text }) => text)).toEqual(['we', 'go', 'on', 'now']);
    expect(spread.map(({ start }) => start)).toEqual([10, 12.222, 14.444, 16.667]);
    expect(spread.at(-1)?.end).toBe(20);
    expect(notes).toEqual(['Times of words were wrong in 1 segments, and are spread evenly.']);
  });

  it('keeps times that are rounded', () => {
    const transcript = withWords([
      word('we', 9.9, 11),
      word('go', 10.8, 12),
      word('on', 12, 13),
      word('now', 19, 20.4),
    ]);

    expect(mendTranscript(transcript).transcript).toBe(transcript);
  });

  it('has segments that end before they begin, or begin before the recording, set right', () => {
    const segments = [aSegment({ start: -1, end: 2 }), aSegment({ id: 'seg_2', start: 5, end: 4 })];

    const { transcript } = mendTranscript({ language: 'en', speakers: [], segments });

    expect(transcript.segments.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [5, 5],
    ]);
  });
});
