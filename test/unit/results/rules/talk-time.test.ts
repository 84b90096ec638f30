import { talkTimes } from '#shared/meetings/results/rules/results';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

describe('talk time', () => {
  it('adds up the segments of each speaker', () => {
    const transcript = aTranscript([
      ['Ada', 'one two three'],
      ['Ben', 'one'],
      [null, 'no speaker'],
      ['Ada', 'one two'],
    ]);

    expect(talkTimes(transcript)).toEqual(
      new Map([
        ['spk_1', 5],
        ['spk_2', 1],
      ]),
    );
  });

  it('counts overlapping segments of one speaker once', () => {
    const segments = [aSegment({ start: 4, end: 6 }), aSegment({ start: 0, end: 3 }), aSegment({ start: 1, end: 4.5 })];

    expect(talkTimes(aTranscript([], { speakers: [aSpeaker()], segments })).get('spk_1')).toBe(6);
  });

  it('is zero for a speaker who said nothing', () => {
    expect(talkTimes(aTranscript([], { speakers: [aSpeaker()] })).get('spk_1')).toBe(0);
  });
});
