import fc from 'fast-check';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import { cleanTranscript } from '#shared/texts/subtitles/rules/clean-transcript';
import { describe, expect, it } from '#test/support/jest';
import { anyTranscript } from './any-transcript.ts';

const PLAIN = { isVerbatim: false, fixGrammar: false, notationTags: false };
const AS_SPOKEN = { isVerbatim: true, fixGrammar: false, notationTags: true };

/** A segment with a word each half second. */
const said = (text: string, start = 0, speakerId = 'spk_1'): Segment => {
  const texts = text.split(' ');
  const words = texts.map((word, nth) => ({
    ...{ text: word, start: start + nth / 2, end: start + nth / 2 + 0.4, confidence: 0.9 },
  }));
  return { id: `seg_${start}`, speakerId, start, end: start + texts.length / 2, text, confidence: 0.8, words };
};

const aText = (...segments: readonly Segment[]): Transcript => ({
  language: 'en',
  speakers: [
    { id: 'spk_1', name: 'Ada' },
    { id: 'spk_2', name: 'Bob' },
  ],
  segments,
});

const textsOf = ({ segments }: Transcript) => segments.map(({ text }) => text);

describe('a recognized transcript', () => {
  it('loses fillers, repeats, false starts and tags, and the words that are left keep their times', () => {
    const spoken = said('Um, we we should w- write [laughter] it down.');

    const { segments } = cleanTranscript(aText(spoken), PLAIN);

    expect(segments).toEqual([
      {
        ...spoken,
        text: 'We should write it down.',
        words: [{ ...spoken.words[2], text: 'We' }, spoken.words[3], spoken.words[5], ...spoken.words.slice(7)],
      },
    ]);
  });

  it('keeps what was said where the style is verbatim, and tags where it has them', () => {
    const spoken = aText(said('Um, we we [laughter] go.'));

    expect(textsOf(cleanTranscript(spoken, { ...AS_SPOKEN, notationTags: false }))).toEqual(['Um, we we go.']);
    expect(textsOf(cleanTranscript(spoken, { ...PLAIN, notationTags: true }))).toEqual(['We [laughter] go.']);
  });

  it('begins sentences with capital letters, not the rest of one that a pause parts', () => {
    const spoken = aText(said('so i think'), said('that is it.', 10), said('fine.', 20), said('yes.', 30, 'spk_2'));

    expect(textsOf(cleanTranscript(spoken, { ...AS_SPOKEN, fixGrammar: true }))).toEqual([
      ...['So I think', 'that is it.', 'Fine.', 'Yes.'],
    ]);
  });

  it('loses a segment without words, and a speaker without segments', () => {
    const cleaned = cleanTranscript(aText(said('Hello.'), said('Um.', 10, 'spk_2')), PLAIN);

    expect([textsOf(cleaned), cleaned.speakers]).toEqual([['Hello.'], [{ id: 'spk_1', name: 'Ada' }]]);
  });

  it('has no words of a segment without word times', () => {
    const { segments } = cleanTranscript(aText({ ...said('Um, go on.'), words: [] }), PLAIN);

    expect(segments).toMatchObject([{ text: 'Go on.', words: [] }]);
  });

  it('stays as it is where everything is kept', () => {
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        const spoken = transcript.segments.filter(({ text }) => text.trim() !== '');
        expect(cleanTranscript(transcript, AS_SPOKEN).segments).toEqual(spoken);
      }),
    );
  });
});
