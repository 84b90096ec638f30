import { comparableEmail, type Person, uniqueByEmail } from '#shared/core/people';
import type { Recipient } from '#shared/mail/rules/mail';
import { type Meeting, peopleOf } from '#shared/meetings/rules/meeting';
import { isRoom } from '#shared/meetings/rules/rooms';
import type { SummaryEmail } from '#shared/settings/rules/settings';

/**
 * Who gets the summary: by the setting, of the people on the invite with an address; none who declined, and no room. The
 * name of a person is what some calendar says, so no mail repeats it.
 */
export function summaryRecipients(meeting: Meeting, setting: SummaryEmail): readonly Recipient[] {
  const declined = declinedAddresses(meeting);
  return uniqueByEmail(chosen(meeting, setting)).flatMap(({ email }) =>
    email === null || isRoom(email) || declined.has(comparableEmail(email)) ? [] : [{ email, name: null }],
  );
}

function chosen(meeting: Meeting, setting: SummaryEmail): readonly Person[] {
  const { organizer } = meeting;
  const invited = [...(organizer ? [organizer] : []), ...peopleOf(meeting)];
  switch (setting) {
    case 'off':
      return [];
    case 'organizer':
      return organizer ? [organizer] : [];
    case 'members':
      return invited.filter(({ memberId }) => memberId !== null);
    case 'participants':
      return invited;
  }
}

/** By the invite that is shown, and by the calendars of members, which know it sooner. */
function declinedAddresses(meeting: Meeting): ReadonlySet<string> {
  const absent = new Set(meeting.carriers.flatMap(({ memberId, declined }) => (declined ? [memberId] : [])));
  const attendees = meeting.calendarEvent?.attendees ?? [];
  const everyone = [...(meeting.organizer ? [meeting.organizer] : []), ...peopleOf(meeting)];
  const declined = [
    ...attendees.filter(({ response }) => response === 'declined'),
    ...everyone.filter(({ memberId }) => memberId !== null && absent.has(memberId)),
  ];
  return new Set(declined.flatMap(({ email }) => (email === null ? [] : [comparableEmail(email)])));
}
