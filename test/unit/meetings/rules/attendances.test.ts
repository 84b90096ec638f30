import { attendancesOf, changedAttendances } from '#shared/meetings/meetings/rules/attendances';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, anId, aRecording } from './a-meeting.ts';

const aMeetingWith = (...attendees: readonly ReturnType<typeof anAttendee>[]) =>
  aMeeting({ calendarEvent: anEvent('ada', { attendees }), carriers: [aLinkedEvent('ada')] });

describe('the attendances of a meeting', () => {
  it('are one for each address, in any case', () => {
    const meeting = aMeetingWith(anAttendee('Grace@Navy.test', { name: 'Grace' }), anAttendee('grace@navy.test'));

    expect(attendancesOf(meeting)).toEqual([
      { email: 'grace@navy.test', name: 'Grace', at: noon, pastFrom: minutes(60), attends: true },
    ]);
  });

  it('leave out rooms, and people without an address', () => {
    const room = anAttendee('c_188@resource.calendar.google.com');

    expect(attendancesOf(aMeetingWith(room, anAttendee('', { email: null }), anAttendee('no address')))).toEqual([]);
  });

  it('are those named with a bot where there is no calendar event', () => {
    const invited = [{ name: 'Grace', email: 'grace@navy.test', memberId: null }];

    expect(attendancesOf(aMeeting({ invited })).map(({ email }) => email)).toEqual(['grace@navy.test']);
  });

  it('count nothing for those who declined, and for no one once the meeting is cancelled', () => {
    const [grace, alan] = [anAttendee('grace@navy.test', { response: 'declined' }), anAttendee('alan@bletchley.test')];
    const cancelled = { ...aMeetingWith(grace, alan), carriers: [aLinkedEvent('ada', { cancelled: true })] };

    expect(attendancesOf(aMeetingWith(grace, alan)).map(({ attends }) => attends)).toEqual([false, true]);
    expect(attendancesOf(cancelled).map(({ attends }) => attends)).toEqual([false, false]);
  });

  it('take the answer of a member from their own calendar', () => {
    const ada = anAttendee('ada@acme.test', { memberId: anId('mem', 'ada'), response: 'needs_action' });
    const declined = { ...aMeetingWith(ada), carriers: [aLinkedEvent('ada', { declined: true }), aLinkedEvent('ben')] };

    expect(attendancesOf(declined)).toMatchObject([{ attends: false }]);
  });

  it('have no end while the meeting is live, and are past from its recording on', () => {
    const live = { ...aMeetingWith(anAttendee('grace@navy.test')), recordings: [aRecording({ status: 'in_call' })] };
    const ended = aRecording({ status: 'completed', startedAt: noon, endedAt: minutes(30) });

    expect(attendancesOf(live)).toMatchObject([{ pastFrom: null }]);
    expect(attendancesOf({ ...live, recordings: [ended] })).toMatchObject([{ pastFrom: 0 }]);
  });
});

describe('a change of a meeting', () => {
  const [ada, ben, carl] = [anAttendee('ada@acme.test'), anAttendee('ben@acme.test'), anAttendee('carl@acme.test')];
  const meeting = aMeetingWith(ada, ben);

  it.each([
    ['a new meeting', undefined, meeting, 2],
    ['nothing', meeting, aMeetingWith(ada, ben), 0],
    ['another order', meeting, aMeetingWith(ben, ada), 0],
    ['one more, and one fewer', meeting, aMeetingWith(ada, carl), 2],
    ['an answer', meeting, aMeetingWith(ada, anAttendee('ben@acme.test', { response: 'declined' })), 1],
    ['its cancellation', meeting, { ...meeting, carriers: [aLinkedEvent('ada', { cancelled: true })] }, 2],
  ])('changes the attendance of those whom it is about: %s', (_what, before, after, changed) => {
    expect(changedAttendances(before, after)).toBe(changed);
  });
});
