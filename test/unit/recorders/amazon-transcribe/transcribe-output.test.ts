import * as v from 'valibot';
import { readTranscribeOutput, TranscribeOutput } from '#shared/capture/recorders/amazon-transcribe/transcribe-output';
import { outputOf, type SpokenWord } from '#test/doubles/aws/transcribe';
import { describe, expect, it } from '#test/support/jest';

const read = (words: readonly SpokenWord[], results: object = {}, language: string | null = null, startSeconds = 0) =>
  readTranscribeOutput(v.parse(TranscribeOutput, outputOf(words, results)), { language, startSeconds });

/** Words of half a second each, without pauses. */
const spoken = (label: string, text: string, from: number): readonly SpokenWord[] =>
  text.split(' ').map((word, index) => [label, word, from + index / 2, from + index / 2 + 0.5]);

describe('a result of Amazon Transcribe', () => {
  it('is a transcript with speakers, segments, words and times', () => {
    expect(read([...spoken('spk_1', 'Good morning, Ben.', 1), ...spoken('spk_0', 'Morning.', 3)], {}, 'en-US')).toEqual(
      {
        language: 'en-US',
        speakers: [
          { id: 'spk_1', name: null },
          { id: 'spk_2', name: null },
        ],
        segments: [
          {
            id: 'seg_1',
            speakerId: 'spk_1',
            start: 1,
            end: 2.5,
            text: 'Good morning, Ben.',
            confidence: 0.9,
            words: [
              { text: 'Good', start: 1, end: 1.5, confidence: 0.9 },
              { text: 'morning,', start: 1.5, end: 2, confidence: 0.9 },
              { text: 'Ben.', start: 2, end: 2.5, confidence: 0.9 },
            ],
          },
          {
            id: 'seg_2',
            speakerId: 'spk_2',
            start: 3,
            end: 3.5,
            text: 'Morning.',
            confidence: 0.9,
            words: [{ text: 'Morning.', start: 3, end: 3.5, confidence: 0.9 }],
          },
        ],
      },
    );
  });

  it('has a new segment after a pause of a second, and after a sentence of many words', () => {
    const long = `${'word '.repeat(34)}end. And more`;
    const { segments } = read([...spoken('spk_0', 'Before.', 0), ...spoken('spk_0', long, 1.6)]);

    expect(segments.map(({ words }) => words.length)).toEqual([1, 35, 2]);
  });

  it('has a segment of at most sixty words', () => {
    const { segments } = read(spoken('spk_0', 'word '.repeat(130).trim(), 0));

    expect(segments.map(({ words }) => words.length)).toEqual([60, 60, 10]);
  });

  it.each([
    [{ language_code: 'de-DE' }, 'de-DE'],
    [
      {
        language_codes: [
          { language_code: 'en-US', duration_in_seconds: 10 },
          { language_code: 'fr-FR', duration_in_seconds: '20.5' },
        ],
      },
      'fr-FR',
    ],
    [{}, 'pt-BR'],
  ])('is in the language that was identified: %j', (results, language) => {
    expect(read(spoken('spk_0', 'Hello.', 0), results, 'pt-BR')).toMatchObject({ language });
  });

  it.each([0, 0.05, 5, 61.5])('counts from the beginning of a recording whose sound begins at %d s', (startSeconds) => {
    const [segment] = read([['spk_0', 'Ready?', 1, 1.5]], {}, null, startSeconds).segments;

    expect([segment?.start, segment?.end]).toEqual([1 + startSeconds, 1.5 + startSeconds]);
    expect(segment?.words).toMatchObject([{ start: 1 + startSeconds, end: 1.5 + startSeconds }]);
  });

  it('has no segment where nothing was said', () => {
    expect(read([])).toEqual({ language: null, speakers: [], segments: [] });
  });

  it('has a speaker for each channel, in the order of time', () => {
    const items = [
      ['ch_0', '2.0', '2.4', 'two'],
      ['ch_1', '1.0', '1.4', 'one'],
    ].map(([channel_label, start_time, end_time, content]) => ({
      type: 'pronunciation',
      channel_label,
      start_time,
      end_time,
      alternatives: [{ content }],
    }));

    expect(read([], { items }).segments).toMatchObject([
      { speakerId: 'spk_1', text: 'one', confidence: null },
      { speakerId: 'spk_2', text: 'two' },
    ]);
  });

  it.each([
    ['no items', { items: undefined }],
    ['a time that is none', { items: [{ type: 'pronunciation', start_time: 'soon', alternatives: [] }] }],
    ['no alternatives', { items: [{ type: 'pronunciation', start_time: '1' }] }],
  ])('with %s cannot be read', (_what, results) => {
    expect(v.is(TranscribeOutput, outputOf([], results))).toBe(false);
  });
});
