import type { Attendee } from '#shared/core/people';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { SummaryEmail } from '#shared/settings/rules/settings';
import { summaryRecipients } from '#shared/summary-mail/rules/mail-recipients';
import { describe, expect, it } from '#test/support/jest';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, anId } from '#test/unit/meetings/rules/a-meeting';

const ada = { name: 'Ada', email: 'ada@acme.test', memberId: anId('mem', 'ada') };
const ben: Attendee = anAttendee('ben@acme.test', { memberId: anId('mem', 'ben') });
const guest: Attendee = anAttendee('guest@elsewhere.test', { memberId: null });

const invite = (attendees: readonly Attendee[], given: Partial<Meeting> = {}) =>
  aMeeting({ organizer: ada, calendarEvent: anEvent('one', { attendees, organizer: ada }), ...given });

const emails = (meeting: Meeting, setting: SummaryEmail) =>
  summaryRecipients(meeting, setting).map(({ email }) => email);

describe('the recipients of a summary mail', () => {
  it.each([
    ['off', []],
    ['organizer', ['ada@acme.test']],
    ['members', ['ada@acme.test', 'ben@acme.test']],
    ['participants', ['ada@acme.test', 'ben@acme.test', 'guest@elsewhere.test']],
  ] as const)('are chosen by the setting: %s', (setting, expected) =>
    expect(emails(invite([ben, guest]), setting)).toEqual(expected),
  );

  it('are the people that a bot was sent for, where there is no invite', () => {
    const meeting = aMeeting({ organizer: null, calendarEvent: null, invited: [ben, guest] });
    expect(emails(meeting, 'participants')).toEqual(['ben@acme.test', 'guest@elsewhere.test']);
    expect(emails(meeting, 'organizer')).toEqual([]);
  });

  it('get one mail for an address that is on the invite twice', () => {
    const again = anAttendee('ADA@acme.test ', { memberId: null });
    expect(emails(invite([again, ben]), 'participants')).toEqual(['ada@acme.test', 'ben@acme.test']);
  });

  it('are none who declined, also where the address is written in two ways', () => {
    const declined = anAttendee('BEN@acme.test', { response: 'declined' });
    expect(emails(invite([ben, declined]), 'participants')).toEqual(['ada@acme.test']);
    expect(emails(invite([anAttendee('ada@acme.test', { response: 'declined' })]), 'organizer')).toEqual([]);
  });

  it('are none whose own calendar says that they declined, which the invite does not say yet', () => {
    const carriers = [aLinkedEvent('ben', { memberId: anId('mem', 'ben'), declined: true })];
    expect(emails(invite([ben, guest], { carriers }), 'participants')).toEqual([
      'ada@acme.test',
      'guest@elsewhere.test',
    ]);
  });

  it('are no rooms and no one without an address', () => {
    const room = anAttendee('c_188@resource.calendar.google.com', { memberId: null });
    const unknown: Attendee = { name: 'Someone', email: null, memberId: null, response: 'accepted' };
    expect(emails(invite([room, unknown]), 'participants')).toEqual(['ada@acme.test']);
  });

  it('are addressed without the name that a calendar gives them', () =>
    expect(summaryRecipients(invite([guest]), 'participants').map(({ name }) => name)).toEqual([null, null]));
});
