import { labelOf, reasonOf } from '#bin/demo/display-label';
import { describe, expect, it } from '#test/support/jest';
import { aMeeting } from '#test/unit/bin/demo/meetings';

describe('the label of a meeting', () => {
  it.each([
    ['Will be recorded', aMeeting()],
    ['Not going to be recorded', aMeeting({ enabled: false })],
    ['Recording', aMeeting({ phase: 'live' })],
    ['Recording', aMeeting({ phase: 'live', results: 'ready' })],
    ['Processing', aMeeting({ phase: 'past', results: 'processing' })],
    ['Ready', aMeeting({ phase: 'past', results: 'ready' })],
    ['Failed', aMeeting({ phase: 'past', results: 'failed' })],
    ['Not recorded', aMeeting({ phase: 'past' })],
    ['Not recorded', aMeeting({ phase: 'cancelled' })],
  ])('%s', (label, meeting) => {
    expect(labelOf(meeting)).toBe(label);
  });
});

describe('why a meeting is not going to be recorded', () => {
  it.each([
    ['declined', 'the member declined'],
    ['no_meeting_url', 'no meeting link'],
    ['a_reason_of_tomorrow', 'a_reason_of_tomorrow'],
  ])('%s', (reason, sentence) => {
    expect(reasonOf(aMeeting({ enabled: false, reason }))).toBe(sentence);
  });

  it('is a setting when an assignment disables recording', () => {
    expect(reasonOf(aMeeting({ enabled: false }))).toBe('disabled in settings');
  });

  it('is undefined when it is recorded', () => {
    expect(reasonOf(aMeeting({ reason: 'default' }))).toBeUndefined();
  });
});
