import * as v from 'valibot';
import { joinPieces } from '#shared/capture/recorders/openai-speech/join-pieces';
import { VerboseTranscription } from '#shared/capture/recorders/openai-speech/speech-schemas';
import { speechIn } from '#shared/capture/recorders/openai-speech/speech-transcript';
import { transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { describe, expect, it } from '#test/support/jest';

const aPiece = (startSeconds: number, nextSeconds: number | null, heard: object) => ({
  ...{ startSeconds, nextSeconds },
  heard: v.parse(VerboseTranscription, heard),
});
const joined = (...pieces: ReturnType<typeof aPiece>[]) =>
  transcriptOf('en', speechIn(joinPieces(pieces))).segments.map(({ start, end, text }) => [start, end, text]);

const words = (...texts: readonly string[]) => texts.map((word, nth) => ({ word, start: nth + 20, end: nth + 21 }));
const segment = (text: string, start = 20, end = 22) => ({ text, start, end });

const first = aPiece(0, 300, { text: 'one two', segments: [segment('one two')], words: words('one', 'two') });

describe('a recording that was heard in pieces', () => {
  it.each([
    ['segments alone', { text: 'three four', segments: [segment('three four')] }],
    [
      'words of no times',
      { text: 'three four', segments: [segment('three four')], words: [{ word: 'three' }, { word: 'four' }] },
    ],
    ['a text alone', { text: 'three four', duration: 42 }],
  ])('keeps what is said in one that has %s', (_what, heard) => {
    const texts = joined(first, aPiece(300, null, heard)).map(([, , text]) => text);
    expect(texts.join(' ')).toBe('one two three four');
  });

  it('keeps what is said in the first where the second has words alone', () => {
    const later = aPiece(300, null, { text: 'three', words: words('three') });
    expect(joined(aPiece(0, 300, { text: 'one', segments: [segment('one')] }), later)).toEqual([
      [20, 22, 'one'],
      [320, 321, 'three'],
    ]);
  });

  it('has the words of a piece without words in the time of their segment', () => {
    expect(joined(first, aPiece(300, null, { text: 'three', segments: [segment('three')] }))).toEqual([
      [20, 22, 'one two'],
      [320, 322, 'three'],
    ]);
  });

  it('leaves out silence in a piece without words', () => {
    const silence = { ...segment('Thank you.'), no_speech_prob: 0.9, avg_logprob: -1.2 };
    expect(joined(first, aPiece(300, null, { text: 'Thank you.', segments: [silence] }))).toEqual([
      [20, 22, 'one two'],
    ]);
  });

  it('puts texts without times where their pieces are', () => {
    const texts = [aPiece(0, 290, { text: 'one two' }), aPiece(290, null, { text: 'three', duration: 30 })];
    expect(joined(...texts)).toEqual([
      [0, 290, 'one two'],
      [290, 320, 'three'],
    ]);
  });
});
