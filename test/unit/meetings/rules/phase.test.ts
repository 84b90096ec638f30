import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, aRecording } from './a-meeting.ts';

const DAY = 24 * 60;
const recorded = aRecording({ status: 'completed', startedAt: minutes(1), endedAt: minutes(20), hasMedia: true });

describe('the phase of a meeting', () => {
  it('is upcoming until its end passes, and past from that moment on', () => {
    const meeting = aMeeting();

    expect([minutes(-1), noon, minutes(59)].map((now) => phaseOf(meeting, now))).toEqual([
      'upcoming',
      'upcoming',
      'upcoming',
    ]);
    expect([minutes(60), minutes(61)].map((now) => phaseOf(meeting, now))).toEqual(['past', 'past']);
  });

  it.each([
    ['before its start', minutes(-30)],
    ['long after its end', minutes(600)],
  ])('is live while a bot is in the call, %s', (_when, now) => {
    const meeting = aMeeting({ recordings: [aRecording({ status: 'in_call', startedAt: minutes(-31) })] });

    expect(phaseOf(meeting, now)).toBe('live');
  });

  it.each(['completed', 'processing', 'failed', 'cancelled'] as const)(
    'is past once a recording has ended, whatever came of it: %s',
    (status) => {
      expect(phaseOf(aMeeting({ recordings: [{ ...recorded, status }] }), minutes(21))).toBe('past');
    },
  );

  it('is live again with another bot in the call, and past again after it', () => {
    const second = aRecording({ status: 'in_call', startedAt: minutes(30) });
    const left = { ...second, status: 'completed', endedAt: minutes(40) } as const;

    expect(phaseOf(aMeeting({ recordings: [recorded, second] }), minutes(31))).toBe('live');
    expect(phaseOf(aMeeting({ recordings: [recorded, left] }), minutes(41))).toBe('past');
  });

  it.each(['queued', 'joining', 'failed', 'cancelled'] as const)('stays upcoming while no bot joined: %s', (status) => {
    expect(phaseOf(aMeeting({ recordings: [aRecording({ status })] }), minutes(10))).toBe('upcoming');
  });

  it('is cancelled when every calendar event is, even while a bot is in the call', () => {
    const [ada, ben] = [aLinkedEvent('ada', { cancelled: true }), aLinkedEvent('ben')];
    const inCall = [aRecording({ status: 'in_call', startedAt: noon })];

    expect(phaseOf(aMeeting({ carriers: [ada, ben] }), noon)).toBe('upcoming');
    expect(phaseOf(aMeeting({ carriers: [ada, { ...ben, cancelled: true }] }), noon)).toBe('cancelled');
    expect(phaseOf(aMeeting({ carriers: [ada], recordings: inCall }), noon)).toBe('cancelled');
  });
});

describe('a meeting without an end', () => {
  const endless = { endsAt: null };

  it('is over a day after its start where no bot was sent', () => {
    const meeting = aMeeting(endless);

    expect([minutes(DAY - 1), minutes(DAY)].map((now) => phaseOf(meeting, now))).toEqual(['upcoming', 'past']);
  });

  it('is over a day after its creation where it has no start either', () => {
    const meeting = aMeeting({ ...endless, startsAt: null, createdAt: minutes(10) });

    expect([minutes(DAY + 9), minutes(DAY + 10)].map((now) => phaseOf(meeting, now))).toEqual(['upcoming', 'past']);
  });

  it('is over when its last bot ended, and not while one waits', () => {
    const failed = aRecording({ status: 'failed', endedAt: minutes(10) });

    expect(phaseOf(aMeeting({ ...endless, recordings: [failed] }), minutes(10))).toBe('past');
    expect(phaseOf(aMeeting({ ...endless, recordings: [failed, aRecording()] }), minutes(5 * DAY))).toBe('upcoming');
  });
});
