import { NO_RESULTS, type PartStatus } from '#shared/meetings/bots/rules/bot';
import { displayLabel } from '#shared/meetings/meetings/rules/display-label';
import type { Recording } from '#shared/meetings/meetings/rules/meeting';
import { describe, expect, it } from '#test/support/jest';
import { minutes } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, aRecordedMeeting, aRecording } from './a-meeting.ts';

const recorded = (transcript: PartStatus, given: Partial<Recording> = {}): Recording =>
  aRecording({
    status: 'completed',
    startedAt: minutes(0),
    endedAt: minutes(30),
    hasMedia: true,
    results: { ...NO_RESULTS, transcript, summary: transcript === 'ready' ? 'ready' : 'none' },
    ...given,
  });

describe('the label of a meeting', () => {
  it.each([
    ['to come, and wanted', aRecordedMeeting(), -10, 'Will be recorded'],
    ['to come, and not wanted', aMeeting(), -10, 'Not going to be recorded'],
    [
      'under way',
      aMeeting({ recordings: [aRecording({ status: 'in_call', startedAt: minutes(0) })] }),
      10,
      'Recording',
    ],
    ['being written down', aMeeting({ recordings: [recorded('processing')] }), 40, 'Processing'],
    ['written down', aMeeting({ recordings: [recorded('ready')] }), 40, 'Ready'],
    ['not to be written down', aMeeting({ recordings: [recorded('failed')] }), 40, 'Failed'],
    ['removed', aMeeting({ recordings: [recorded('none')], resultsRemovedAt: minutes(60) }), 70, 'Removed'],
    ['past and not recorded', aMeeting(), 70, 'Not recorded'],
    ['called off', aMeeting({ carriers: [aLinkedEvent('ada', { cancelled: true })] }), -10, 'Not recorded'],
  ] as const)('%s', (_what, meeting, minute, label) => {
    expect(displayLabel(meeting, minutes(minute))).toBe(label);
  });
});
