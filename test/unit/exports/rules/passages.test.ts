import fc from 'fast-check';
import { passagesOf } from '#shared/texts/exports/rules/passages';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

const options = { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true };

describe('passages of a transcript', () => {
  it('number a speaker without a name and leave an unknown one out', () => {
    const transcript = aTranscript([], {
      speakers: [aSpeaker(), aSpeaker({ id: 'spk_2', name: ' \n' })],
      segments: [aSegment({ speakerId: 'spk_2' }), aSegment({ speakerId: null })],
    });

    expect(passagesOf(transcript, options).map(({ speaker }) => speaker)).toEqual(['Speaker 2', null]);
  });

  it('keep line breaks of names and texts out of lines', () => {
    const transcript = aTranscript([], {
      speakers: [aSpeaker({ name: 'Ada\nByron' })],
      segments: [aSegment({ text: 'One.\r\nTwo.' })],
    });

    expect(passagesOf(transcript, options)).toMatchObject([{ speaker: 'Ada Byron', pieces: [{ text: 'One. Two.' }] }]);
  });

  it('have no timestamp before the interval of the last is over', () => {
    const transcript = aTranscript([
      ['Ada', 'one two three'],
      ['Ben', 'four'],
      ['Ada', 'five six'],
    ]);

    expect(passagesOf(transcript, { ...options, timestampsEverySeconds: 5 }).map(({ pieces }) => pieces)).toEqual([
      [{ at: 0, text: 'one two three' }],
      [{ at: null, text: 'four' }],
      [
        { at: null, text: 'five' },
        { at: 5, text: 'six' },
      ],
    ]);
  });

  it('do not divide a segment whose words are not its text', () => {
    const segment = aSegment({ text: 'Corrected.', words: [{ text: 'Heard.', start: 0, end: 9, confidence: null }] });
    const transcript = aTranscript([], { segments: [segment] });

    expect(passagesOf(transcript, { ...options, timestampsEverySeconds: 5 })).toMatchObject([
      { pieces: [{ at: 0, text: 'Corrected.' }] },
    ]);
  });

  it('hold every word once, with timestamps at least an interval apart', () => {
    const lines = fc.array(fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1 }), { maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 5, max: 60 }), (said, timestampsEverySeconds) => {
        const transcript = aTranscript(said.map((words) => ['Ada', words.join(' ')]));
        const pieces = passagesOf(transcript, { ...options, timestampsEverySeconds }).flatMap((one) => one.pieces);
        const shown = pieces.flatMap(({ at }) => (at === null ? [] : [at]));

        expect(pieces.map(({ text }) => text).join(' ')).toBe(said.flat().join(' '));
        expect(shown.every((at, index) => index === 0 || at - (shown[index - 1] ?? 0) >= timestampsEverySeconds)).toBe(
          true,
        );
      }),
    );
  });
});
