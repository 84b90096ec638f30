import type { MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import { addressesToConfirm, summaryRecipients } from '#shared/capture/summary-mail/rules/mail-recipients';
import { calendarIdOf } from '#shared/foundation/core/ids';
import type { Attendee } from '#shared/foundation/core/people';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { SummaryEmail } from '#shared/meetings/settings/rules/settings';
import { describe, expect, it } from '#test/support/jest';
import { aLinkedEvent, aMeeting, anAttendee, anEvent, anId } from '#test/unit/meetings/rules/a-meeting';

const ada = { name: 'Ada', email: 'ada@acme.test', memberId: anId('mem', 'ada') };
const ben: Attendee = anAttendee('ben@acme.test', { memberId: anId('mem', 'ben') });
const guest: Attendee = anAttendee('guest@elsewhere.test', { memberId: null });

const invite = (attendees: readonly Attendee[], given: Partial<Meeting> = {}) =>
  aMeeting({ organizer: ada, calendarEvent: anEvent('one', { attendees, organizer: ada }), ...given });

const UNTRUSTED: MailTrust = { isApproved: false, verifiedDomains: [] };
const APPROVED: MailTrust = { isApproved: true, verifiedDomains: [] };

const emails = (
  meeting: Meeting,
  setting: SummaryEmail,
  trust: MailTrust = APPROVED,
  confirmed: readonly string[] = [],
) => summaryRecipients(meeting, setting, { trust, confirmed: new Set(confirmed) }).map(({ email }) => email);

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
    expect(
      summaryRecipients(invite([guest]), 'participants', { trust: APPROVED, confirmed: new Set() }).map(
        ({ name }) => name,
      ),
    ).toEqual([null, null]));

  it('are strangers where they are no members', () =>
    expect(summaryRecipients(invite([guest]), 'participants', { trust: APPROVED, confirmed: new Set() })).toEqual([
      { email: 'ada@acme.test', name: null, isStranger: false },
      { email: 'guest@elsewhere.test', name: null, isStranger: true },
    ]));

  const stranger = anAttendee('stranger@elsewhere.test');
  const colleague = anAttendee('colleague@acme.test');
  const organizer = { name: null, email: 'boss@elsewhere.test', memberId: null };
  const onCalendar = (given: Partial<CalendarEvent>) =>
    aMeeting({
      organizer,
      calendarEvent: anEvent('one', { attendees: [ben, colleague, stranger], organizer, ...given }),
    });
  const calendarId = calendarIdOf(`cal_${'0'.repeat(26)}`) ?? null;
  const GOOGLE = { source: 'calendar_connection', calendarId } as const;
  const NAMED: readonly (readonly [string, Meeting])[] = [
    ['a request for a bot', aMeeting({ organizer, invited: [ben, colleague, stranger] })],
    ['a pushed event', onCalendar({ source: 'calendar_sync' })],
    [
      'a calendar feed',
      onCalendar({ source: 'calendar_connection', calendarId: calendarIdOf(`cfd_${'0'.repeat(26)}`) ?? null }),
    ],
  ];

  it.each(NAMED)(
    'are none whom %s named, members or not, where the workspace has no verified domain',
    (_what, meeting) => {
      for (const setting of ['participants', 'members', 'organizer'] as const)
        expect(emails(meeting, setting, UNTRUSTED)).toEqual([]);
    },
  );

  it.each(NAMED)('are those whom %s named and who showed their address to the workspace', (_what, meeting) => {
    const confirmed = ['ben@acme.test', 'boss@elsewhere.test', 'absent@elsewhere.test'];
    expect(emails(meeting, 'participants', UNTRUSTED, confirmed)).toEqual(['boss@elsewhere.test', 'ben@acme.test']);
    expect(emails(meeting, 'members', UNTRUSTED, confirmed)).toEqual(['ben@acme.test']);
    expect(emails(meeting, 'organizer', UNTRUSTED, confirmed)).toEqual(['boss@elsewhere.test']);
  });

  it.each(NAMED)(
    'are decided without a look at the addresses where all whom %s named are reached',
    (_what, meeting) => {
      expect(addressesToConfirm(meeting, 'participants', APPROVED)).toEqual([]);
      expect(addressesToConfirm(meeting, 'members', UNTRUSTED)).toEqual(['ben@acme.test']);
    },
  );

  it.each(NAMED)('are also those of the verified domain whom %s named', (_what, meeting) => {
    const trust = { isApproved: false, verifiedDomains: ['acme.test'] };
    expect(emails(meeting, 'participants', trust)).toEqual(['ben@acme.test', 'colleague@acme.test']);
  });

  it.each(NAMED)('are all whom %s named, where the operator approved the workspace', (_what, meeting) =>
    expect(emails(meeting, 'participants', APPROVED)).toEqual([
      'boss@elsewhere.test',
      'ben@acme.test',
      'colleague@acme.test',
      'stranger@elsewhere.test',
    ]),
  );

  it('are all on the calendar of a connected provider', () =>
    expect(emails(onCalendar(GOOGLE), 'participants', UNTRUSTED)).toEqual([
      'boss@elsewhere.test',
      'ben@acme.test',
      'colleague@acme.test',
      'stranger@elsewhere.test',
    ]));

  it('are members also where the address is named without the member first', () => {
    const unknown = anAttendee('ben@acme.test');
    const meeting = onCalendar({ attendees: [unknown, ben] });
    expect(emails(meeting, 'members', UNTRUSTED, ['ben@acme.test'])).toEqual(['ben@acme.test']);
  });
});
