import { generatedMeetings, generatedQueries } from '#test/support/generated-meetings';
import { describe, expect, it } from '#test/support/jest';

describe('Generated meetings', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(generatedMeetings(7, 20)).toEqual(generatedMeetings(7, 20));
    expect(generatedMeetings(8, 20)).not.toEqual(generatedMeetings(7, 20));
  });

  it('have the length that was asked for', () => {
    for (const { cues } of generatedMeetings(7, 5, 2_000)) {
      const words = cues.flatMap(({ text }) => text.split(' ')).length;
      expect(words).toBeGreaterThanOrEqual(2_000);
      expect(words).toBeLessThan(2_100);
    }
  });

  it('say each planted fact where it is said to be, by a participant', () => {
    for (const { cues, facts, participants } of generatedMeetings(7, 50))
      for (const { sentence, startSeconds, speaker } of facts) {
        expect(cues).toContainEqual(expect.objectContaining({ startSeconds, speaker, text: sentence }));
        expect(participants.map(({ name }) => name)).toContain(speaker);
      }
  });

  it('answer sixty questions, each in the meetings where the fact is planted', () => {
    const meetings = generatedMeetings(7, 500, 200);
    const queries = generatedQueries(meetings, 60);
    expect(new Set(queries.map(({ text }) => text)).size).toBe(60);
    for (const { text, relevant } of queries)
      for (const position of relevant)
        expect(meetings[position]?.facts.map(({ question }) => question)).toContain(text);
  });
});
