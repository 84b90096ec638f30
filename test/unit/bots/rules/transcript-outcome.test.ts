import { isWithinAllowance } from '#shared/meetings/bots/rules/comparison-allowance';
import { betterTranscript, outcomeOf } from '#shared/meetings/bots/rules/transcript-outcome';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript, aTranscriptWithoutSpeech } from '#test/support/transcripts';

const spokenFor = (seconds: number) => [{ speakerKey: 'ada', speakerName: 'Ada', start: 0, end: seconds }];
const recording = { durationSeconds: 600, timeline: spokenFor(300), isRepeated: false, isHeardBySpeech: true };
const words = (count: number) => aTranscript([['Ada', Array.from({ length: count }, () => 'word').join(' ')]]);
const NONE = aTranscriptWithoutSpeech();

describe('the outcome of a transcript', () => {
  it.each([
    ['spoken', { transcript: words(100) }],
    ['doubtful', { transcript: words(20) }],
    ['doubtful', { transcript: words(100), isRepeated: true }],
    ['spoken', { transcript: words(20), timeline: undefined }],
    ['doubtful', { transcript: words(20), timeline: undefined, isHeardBySpeech: false }],
    ['lost', { transcript: NONE }],
    ['lost', { transcript: NONE, timeline: spokenFor(10), isHeardBySpeech: false }],
    ['no_words', { transcript: NONE, timeline: spokenFor(9.9) }],
    ['no_words', { transcript: NONE, timeline: undefined, isHeardBySpeech: false }],
    ['silent', { transcript: NONE, timeline: spokenFor(1.9) }],
    ['silent', { transcript: NONE, timeline: [], isHeardBySpeech: false }],
    ['silent', { transcript: NONE, timeline: undefined }],
  ])('is %s: %j', (outcome, given) => {
    expect(outcomeOf({ ...recording, ...given })).toBe(outcome);
  });
});

describe('of two transcripts of one recording', () => {
  const fast = { ...NONE, segments: [aSegment({ text: words(200).segments[0]?.text ?? '', end: 5 })] };

  it.each([
    ['the one of the recorder is kept within a tenth', words(100), words(110), 'recorder'],
    ['the one with more words is kept beyond it', words(100), words(111), 'speech'],
    ['the one of the recorder is kept where both are empty', NONE, NONE, 'recorder'],
    ['what the speech service heard is kept where the recorder has nothing', NONE, words(1), 'speech'],
    ['one that is faster than anyone speaks is not kept', fast, words(20), 'speech'],
    ['one that is faster than anyone speaks is kept beside none', fast, NONE, 'recorder'],
  ] as const)('%s', (_what, recorder, speech, kept) => {
    expect(betterTranscript(recorder, speech, { durationSeconds: 5, timeline: undefined })).toBe(kept);
  });
});

describe('the minutes that the speech service may hear again on a day', () => {
  const NO_MEETING = { transcribed: 0, compared: 0 };
  const busy = { transcribed: 200_000, compared: 0 };

  it.each([
    [
      true,
      'two hours of a deployment',
      { deployment: { ...NO_MEETING, compared: 3_600 }, workspace: NO_MEETING },
      3_600,
    ],
    [false, 'more of it', { deployment: { ...NO_MEETING, compared: 3_601 }, workspace: NO_MEETING }, 3_600],
    [true, 'a tenth of a deployment', { deployment: { ...busy, compared: 16_400 }, workspace: NO_MEETING }, 3_600],
    [false, 'more than its tenth', { deployment: { ...busy, compared: 16_401 }, workspace: NO_MEETING }, 3_600],
    [true, 'an hour of a workspace', { deployment: busy, workspace: { ...NO_MEETING, compared: 3_000 } }, 600],
    [false, 'more of one', { deployment: busy, workspace: { ...NO_MEETING, compared: 3_001 } }, 600],
    [true, 'a tenth of a workspace', { deployment: busy, workspace: { transcribed: 72_000, compared: 3_600 } }, 3_600],
    [false, 'more than its tenth', { deployment: busy, workspace: { transcribed: 72_000, compared: 3_601 } }, 3_600],
  ])('hold one more recording: %s for %s', (isWithin, _what, today, seconds) => {
    expect(isWithinAllowance(today, seconds)).toBe(isWithin);
  });
});
