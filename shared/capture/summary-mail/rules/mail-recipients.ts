import type { Recipient } from '#shared/accounts/mail/rules/mail';
import { type MailTrust, mayMailNamed } from '#shared/accounts/workspaces/rules/mail-trust';
import { idOf } from '#shared/foundation/core/ids';
import { comparableEmail, type Person, uniqueByEmail } from '#shared/foundation/core/people';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import { isRoom } from '#shared/meetings/meetings/rules/rooms';
import type { SummaryEmail } from '#shared/meetings/settings/rules/settings';

/** What a workspace may do with mail, and the addresses whose owners showed them to it. */
export interface Reach {
  readonly trust: MailTrust;
  /** As `comparableEmail` writes them. */
  readonly confirmed: ReadonlySet<string>;
}

/**
 * Who gets the summary: by the setting, of the people on the invite with an address; none who declined, and no room. Of
 * people whom the workspace only named, its members among them, those whom it may mail. The name of a person is what some
 * calendar says, so no mail repeats it.
 */
export function summaryRecipients(meeting: Meeting, setting: SummaryEmail, reach: Reach): readonly Recipient[] {
  const declined = declinedAddresses(meeting);
  const isReachedAnyhow = reachedAnyhow(meeting, reach);
  const isReached = (person: Person) =>
    isReachedAnyhow(person) || (person.email !== null && reach.confirmed.has(comparableEmail(person.email)));
  return uniqueByEmail(chosen(meeting, setting).filter(isReached)).flatMap(({ email, memberId }) =>
    email === null || isRoom(email) || declined.has(comparableEmail(email))
      ? []
      : [{ email, name: null, isStranger: memberId === null }],
  );
}

/** The addresses of which it matters whether their owners showed them: of all others it is clear whether they get mail. */
export const addressesToConfirm = (meeting: Meeting, setting: SummaryEmail, trust: MailTrust): readonly string[] => {
  const isReached = reachedAnyhow(meeting, { trust });
  return chosen(meeting, setting).flatMap((person) =>
    person.email === null || isReached(person) ? [] : [person.email],
  );
};

function reachedAnyhow(meeting: Meeting, { trust }: Pick<Reach, 'trust'>): (person: Person) => boolean {
  const areInvited = isOfProvider(meeting);
  return ({ email }) => areInvited || (email !== null && mayMailNamed(email, trust));
}

/** The people are those of a connected calendar of Google or Microsoft: no request and no feed named them. */
const isOfProvider = ({ calendarEvent }: Meeting): boolean =>
  calendarEvent?.source === 'calendar_connection' && idOf('cal', calendarEvent.calendarId) !== undefined;

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
