import { isSame } from '#shared/foundation/core/json';
import { type Attendee, comparableEmail, type Person } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import { type Meeting, peopleOf, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { phaseFactsOf } from '#shared/meetings/meetings/rules/phase';
import { isRoom } from '#shared/meetings/meetings/rules/rooms';

/** One person on the invite of a meeting, with what their numbers are counted from. */
export interface Attendance {
  /** In comparable form. */
  readonly email: string;
  readonly name: string | null;
  /** The start of the meeting, or its creation where it has no start. */
  readonly at: Instant;
  /** The moment from which the meeting is past; null while it is live. */
  readonly pastFrom: Instant | null;
  /** The meeting is not cancelled, and they did not decline it. */
  readonly attends: boolean;
}

/** Those who were invited, by email, each once. Rooms and people without an address are left out. */
export function attendancesOf(meeting: Meeting): readonly Attendance[] {
  const { isCancelled, isLive, pastFrom } = phaseFactsOf(meeting);
  const time = { at: sortTimeOf(meeting), pastFrom: isLive ? null : pastFrom };
  const byEmail = new Map<string, Attendance>();
  for (const person of peopleOf(meeting)) {
    const email = addressOf(person);
    if (email === undefined || byEmail.has(email)) continue;
    byEmail.set(email, { email, name: person.name, ...time, attends: !isCancelled && !hasDeclined(meeting, person) });
  }
  return [...byEmail.values()];
}

/** Of how many people a change of a meeting changes the attendance: those who were added or removed included. */
export function changedAttendances(before: Meeting | undefined, after: Meeting): number {
  const now = attendancesOf(after);
  const earlier = new Map((before ? attendancesOf(before) : []).map((one) => [one.email, one]));
  const changed = now.filter((one) => !isSame(earlier.get(one.email), one));
  const invited = new Set(now.map(({ email }) => email));
  return changed.length + [...earlier.keys()].filter((email) => !invited.has(email)).length;
}

function addressOf({ email }: Person): string | undefined {
  if (email === null || isRoom(email)) return undefined;
  const address = comparableEmail(email);
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

/** A member's own calendars win over the calendar that the meeting shows, which may not have heard of their answer. */
function hasDeclined({ carriers }: Meeting, person: Person | Attendee): boolean {
  const own = carriers.filter(({ memberId, cancelled }) => memberId === person.memberId && !cancelled);
  if (own.length > 0) return own.every(({ declined }) => declined);
  return 'response' in person && person.response === 'declined';
}
