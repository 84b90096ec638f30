import { namesInSummary, strippedSummary, strippedTranscript } from '#shared/lifecycle/erasures/rules/strip-results';
import type { Segment, Summary, Transcript } from '#shared/meetings/results/rules/results';
import { describe, expect, it } from '#test/support/jest';

const isGrace = (name: string) => name === 'Grace Hopper';

const aSegment = (speakerId: string, text: string, words: readonly string[] = []): Segment => ({
  ...{ id: 'seg_1', speakerId, start: 0, end: 2, text, confidence: null },
  words: words.map((word) => ({ text: word, start: 0, end: 1, confidence: null })),
});

const aTranscript = (...segments: readonly Segment[]): Transcript => ({
  language: 'en',
  speakers: [
    { id: 'spk_1', name: 'Ada' },
    { id: 'spk_2', name: 'Grace Hopper' },
  ],
  segments,
});

describe('a transcript without an erased person', () => {
  it('has them as a speaker without a name, and what was said', () => {
    const said = aSegment('spk_2', 'I am Grace Hopper, and I will send it.');

    const after = strippedTranscript(aTranscript(said), isGrace);

    expect(after.speakers).toEqual([
      { id: 'spk_1', name: 'Ada' },
      { id: 'spk_2', name: null },
    ]);
    expect(after.segments).toEqual([said]);
  });

  it.each([
    ['Grace Hopper: I will send it.', 'Speaker 2: I will send it.'],
    ['[Grace Hopper] I will send it.', '[Speaker 2] I will send it.'],
    ['Ada: Yes.\nGrace\nHopper: I will.', 'Ada: Yes.\nSpeaker 2: I will.'],
    ['-Ada: Yes.\n-Grace Hopper: I will.', '-Ada: Yes.\n-Speaker 2: I will.'],
    ['-[Ada] Yes.\n-[Grace Hopper] I will.', '-[Ada] Yes.\n-[Speaker 2] I will.'],
  ])('numbers the label of a subtitle: %j', (text, expected) => {
    const [segment] = strippedTranscript(aTranscript(aSegment('spk_2', text)), isGrace).segments;

    expect(segment?.text).toBe(expected);
  });

  it('numbers the label in the words of a subtitle, at their times', () => {
    const before = aSegment('spk_2', 'Grace Hopper: Yes.', ['Grace', 'Hopper:', 'Yes.']);

    const [segment] = strippedTranscript(aTranscript(before), isGrace).segments;

    expect(segment?.words.map(({ text }) => text)).toEqual(['Speaker', '2:', 'Yes.']);
  });

  it('is the same where it names no one who was erased', () => {
    const transcript = aTranscript(aSegment('spk_1', 'Grace Hopper: Yes.'));

    expect(strippedTranscript(transcript, () => false)).toBe(transcript);
  });
});

const aSummary = (changes: Partial<Summary> = {}): Summary => ({
  ...{ engine: 'extractive', language: 'en', template: 'general', title: 'Weekly', markdown: '', sections: [] },
  actionItems: [],
  ...changes,
});

describe('a summary without an erased person', () => {
  const markdown = '## Next\n- **Grace Hopper**: I will send it.\n- **Ada:** Yes, **really**.';
  const summary = aSummary({
    markdown,
    sections: [{ key: 'next', title: 'Next', markdown }],
    actionItems: [{ text: 'I will send it.', assigneeName: 'Grace Hopper', start: 4 }],
  });

  it('links neither sentences nor action items to them', () => {
    const after = strippedSummary(summary, isGrace);

    expect(after.markdown).toBe('## Next\n- I will send it.\n- **Ada:** Yes, **really**.');
    expect(after.sections[0]?.markdown).toBe(after.markdown);
    expect(after.actionItems).toEqual([{ text: 'I will send it.', assigneeName: null, start: 4 }]);
  });

  it('knows a name by how it is shown, whatever is escaped in it', () => {
    const escaped = aSummary({ markdown: '- **Grace \\_Hopper\\_**: Yes.' });

    expect(namesInSummary(escaped)).toEqual(['Grace _Hopper_']);
    expect(strippedSummary(escaped, (name) => name === 'Grace _Hopper_').markdown).toBe('- Yes.');
  });

  it('is the same where it names no one who was erased', () => {
    expect(strippedSummary(summary, () => false)).toBe(summary);
  });
});
