import { readVexaTranscript } from '#shared/capture/recorders/vexa/vexa-transcript';
import { describe, expect, it } from '#test/support/jest';

const segment = (text: string, start: number, end: number, over: object = {}) => ({
  ...{ speaker: 'Ada', text, start, end, language: 'en', completed: true as boolean | null },
  ...over,
});
const DRAFT = { completed: false };
const read = (...segments: ReturnType<typeof segment>[]) =>
  readVexaTranscript(segments).segments.map(({ text }) => text);

describe('a transcript of Vexa', () => {
  it.each([
    ['is wider than what confirms it', [segment('Hello there', 1, 3, DRAFT), segment('Hello there.', 1.2, 2.4)]],
    ['is narrower', [segment('Hello there.', 1, 3), segment('Hello', 1, 1.8, DRAFT)]],
    ['begins and ends at other times', [segment('Hello the', 0.8, 2.6, DRAFT), segment('Hello there.', 1, 3)]],
    ['was heard otherwise', [segment('Yellow there', 1, 3, DRAFT), segment('Hello there.', 1, 3)]],
    ['stands there in two versions', [segment('Hello', 1, 2, DRAFT), segment('Hello there.', 1, 2.6, DRAFT)]],
    ['lasts no time', [segment('Hello', 1, 1, DRAFT), segment('Hello there.', 1, 3)]],
  ])('has no draft beside its segment where the draft %s', (_what, segments) => {
    const [said] = segments.map(({ text }) => text).filter((text) => text.endsWith('.'));
    expect(read(...segments)).toEqual([said ?? 'Hello there']);
  });

  it('keeps a draft that nothing confirms', () => {
    expect(read(segment('Hello.', 1, 3), segment('And bye', 4, 5, DRAFT))).toEqual(['Hello.', 'And bye']);
  });

  it('keeps a draft that reaches far beyond what is confirmed', () => {
    expect(read(segment('Hello.', 1, 2), segment('Hello. And now to the figures', 1.5, 6, DRAFT))).toHaveLength(2);
  });

  it('keeps a draft of another person at the same time', () => {
    expect(read(segment('Hello.', 1, 3), segment('Hi', 1, 3, { ...DRAFT, speaker: 'Bob' }))).toEqual(['Hello.', 'Hi']);
  });

  it('has a segment once that is stored by two ids', () => {
    expect(read(segment('Hello there.', 1, 3), segment('hello there', 1.1, 3))).toHaveLength(1);
  });

  it('keeps words that are said again, and other words at the same time', () => {
    expect(read(segment('Yes.', 1, 2), segment('Yes.', 2, 3), segment('No.', 2.2, 2.8))).toEqual([
      'Yes.',
      'Yes.',
      'No.',
    ]);
  });

  it('keeps segments of versions that say nothing of drafts', () => {
    expect(
      read(segment('One.', 1, 3, { completed: null }), segment('Two.', 1, 3, { completed: undefined })),
    ).toHaveLength(2);
  });
});
