import * as v from 'valibot';
import { VerboseTranscription } from '#shared/capture/recorders/openai-speech/speech-schemas';
import { speechIn } from '#shared/capture/recorders/openai-speech/speech-transcript';
import { transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { describe, expect, it } from '#test/support/jest';

const read = (response: object) =>
  transcriptOf('en', speechIn(v.parse(VerboseTranscription, response))).segments.map(
    ({ start, end, text, words }) => [start, end, text, words.map((word) => `${word.text} ${word.start}`)] as const,
  );

/** Responses of servers, as their users reported them. */
describe('a response of a speech server', () => {
  const aligned = { text: ' I did, in 2016, yes', segments: [{ start: 0, end: 3, text: ' I did, in 2016, yes' }] };
  const timed = [
    { word: 'I', start: 0.1, end: 0.2 },
    { word: 'did,', start: 0.3, end: 0.5 },
    { word: 'in', start: 0.6, end: 0.8 },
  ];
  const yes = { word: 'yes', start: 1.8, end: 2.2 };

  it.each([
    [
      'a number without times',
      [...timed, { word: '2016,' }, yes],
      ['I 0.1', 'did, 0.3', 'in 0.6', '2016, 0.8', 'yes 1.8'],
    ],
    [
      'times of null',
      [...timed, { word: '2016,', start: null, end: null }, yes],
      ['I 0.1', 'did, 0.3', 'in 0.6', '2016, 0.8', 'yes 1.8'],
    ],
    [
      'a word without an end',
      [...timed, { word: '2016,', start: 1 }, yes],
      ['I 0.1', 'did, 0.3', 'in 0.6', '2016, 1', 'yes 1.8'],
    ],
    ['no times at the beginning', [{ word: 'I' }, ...timed.slice(1)], ['I 0.3', 'did, 0.3', 'in 0.6']],
    ['no times at the end', [...timed, { word: '2016,' }], ['I 0.1', 'did, 0.3', 'in 0.6', '2016, 0.8']],
    ['no times at all', [{ word: 'I' }, { word: 'did,' }], []],
    ['null in place of words', null, []],
  ])('with %s is read', (_what, words, expected) => {
    expect(read({ ...aligned, words })).toEqual([[0, 3, 'I did, in 2016, yes', expected]]);
  });

  it.each([
    ['nanoseconds', 1_000_000_000],
    ['seconds', 1],
  ])('with times in %s is read in seconds', (_unit, perSecond) => {
    const segments = [
      { start: 0, end: 11 * perSecond, text: ' One.' },
      { start: 11 * perSecond, end: 15.5 * perSecond, text: ' Two.' },
    ];
    expect(read({ text: 'One. Two.', segments })).toEqual([
      [0, 11, 'One.', []],
      [11, 15.5, 'Two.', []],
    ]);
  });

  it('with words in nanoseconds is read in seconds', () => {
    const words = [{ word: 'One.', start: 500_000_000, end: 1_500_000_000 }];
    expect(read({ text: 'One.', segments: [], words })).toEqual([[0.5, 1.5, 'One.', ['One. 0.5']]]);
  });

  it('of twelve hours is in seconds', () => {
    expect(read({ text: 'Bye.', segments: [{ start: 43_199, end: 43_200, text: 'Bye.' }] })).toEqual([
      [43_199, 43_200, 'Bye.', []],
    ]);
  });

  it('whose segment begins before its first word keeps the time of the word', () => {
    const words = [{ word: 'Later', start: 61.8, end: 62.1 }];
    expect(read({ text: 'Later', segments: [{ start: 59.178, end: 63, text: 'Later' }], words })).toEqual([
      [59.178, 63, 'Later', ['Later 61.8']],
    ]);
  });
});
