import { transcriptUpTo } from '#shared/meetings/results/rules/results';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript } from '#test/support/transcripts';

const call = aTranscript([
  ['Ada', 'one two three'],
  ['Ben', 'four five six'],
]);

describe('the transcript of a recording that ended early', () => {
  it('is all of it when nothing came later', () => {
    expect(transcriptUpTo(6, call)).toEqual(call);
  });

  it('ends with the last word that was said in full', () => {
    const { segments } = transcriptUpTo(5.5, call);

    expect(segments[1]).toMatchObject({ start: 3, end: 5, text: 'four five' });
    expect(segments[1]?.words).toHaveLength(2);
  });

  it('leaves out speakers who had not spoken yet', () => {
    expect(transcriptUpTo(3.2, call).speakers.map((speaker) => speaker.name)).toEqual(['Ada']);
  });

  it('leaves out an unfinished segment whose words have no times', () => {
    expect(transcriptUpTo(1, aTranscript([], { segments: [aSegment({ start: 0, end: 2 })] })).segments).toEqual([]);
  });
});
