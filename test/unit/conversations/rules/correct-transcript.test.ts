import { Refusal } from '#shared/foundation/core/refusal';
import { patchTranscript, replaceTranscript } from '#shared/texts/conversations/rules/correct-transcript';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const before = aTranscript([
  ['Ada', 'We ship on Tuesday.'],
  ['Bob', 'I will tell them.'],
]);
const LENGTH = 8;

const FIRST = { id: 'seg_1', speaker_id: 'spk_1', start: 0, end: 4, text: 'We ship on Tuesday.' };
const SECOND = { id: 'seg_2', speaker_id: 'spk_2', start: 4, end: 8, text: 'I will tell them.' };

const sent = (changes: object = {}) => ({
  speakers: before.speakers,
  segments: [FIRST, SECOND],
  ...changes,
});

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.faults.map(({ code, field }) => `${code} ${field}`);
    throw error;
  }
  return [];
}

describe('a replaced transcript', () => {
  it('is the same where it is sent back as it was read', () => {
    expect(replaceTranscript(before, sent(), LENGTH)).toEqual(before);
  });

  it('has other speakers and segments in place of all, those without an id under a new one', () => {
    const after = replaceTranscript(
      before,
      {
        speakers: [{ id: 'eve', name: 'Eve' }],
        segments: [{ ...FIRST, id: undefined, speaker_id: 'eve', text: 'No.' }],
      },
      LENGTH,
    );

    expect(after).toEqual({
      language: 'en',
      speakers: [{ id: 'eve', name: 'Eve' }],
      segments: [
        { id: 'seg_1', speakerId: 'eve', start: 0, end: 4, text: 'No.', confidence: null, words: expect.any(Array) },
      ],
    });
  });

  it('gives a segment without an id one that no other has', () => {
    const { segments } = replaceTranscript(
      before,
      sent({
        segments: [
          { ...FIRST, id: 'seg_2' },
          { ...SECOND, id: undefined },
        ],
      }),
      LENGTH,
    );

    expect(new Set(segments.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['out of order', { start: 3, end: 4 }, { start: 2 }, 'invalid segments.1.start'],
    ['that end before they begin', {}, { start: 6, end: 5 }, 'invalid segments.1.end'],
    ['after the end of the audio', {}, { end: 9 }, 'invalid segments.1.end'],
    ['of an unknown speaker', {}, { speaker_id: 'eve' }, 'invalid segments.1.speaker_id'],
    ['with the same id', { id: 'seg_1' }, { id: 'seg_1' }, 'invalid segments.1.id'],
  ])('is refused with segments %s', (_what, first, second, expected) => {
    const segments = [
      { ...FIRST, ...first },
      { ...SECOND, ...second },
    ];

    expect(faultsOf(() => replaceTranscript(before, sent({ segments }), LENGTH))).toEqual([expected]);
  });

  it('is refused with two speakers of one id, and lists a hundred errors at most', () => {
    const speakers = [...before.speakers, { id: 'spk_1', name: 'Eve' }];
    const segments = Array.from({ length: 200 }, () => ({ speaker_id: 'eve', start: 0, end: 1, text: '' }));

    expect(faultsOf(() => replaceTranscript(before, sent({ speakers }), LENGTH))).toEqual(['invalid speakers.2.id']);
    expect(faultsOf(() => replaceTranscript(before, sent({ segments }), LENGTH))).toHaveLength(100);
  });
});

describe('a patched transcript', () => {
  it('changes the text and the speaker of the segments that are named', () => {
    const [first, second] = before.segments;

    const after = patchTranscript(before, [
      { id: 'seg_1', text: 'We ship on Thursday.' },
      { id: 'seg_2', speaker_id: null },
    ]);

    expect(after.segments.map(({ text, speakerId }) => [text, speakerId])).toEqual([
      ['We ship on Thursday.', first?.speakerId],
      [second?.text, null],
    ]);
    expect(after.segments[0]?.words.slice(0, 3)).toEqual(first?.words.slice(0, 3));
    expect(after.segments[1]?.words).toEqual(second?.words);
  });

  it('is refused for an unknown segment or speaker', () => {
    const patches = [
      { id: 'seg_9', text: 'No.' },
      { id: 'seg_1', speaker_id: 'eve' },
    ];

    expect(faultsOf(() => patchTranscript(before, patches))).toEqual([
      'invalid segments.0.id',
      'invalid segments.1.speaker_id',
    ]);
  });
});
