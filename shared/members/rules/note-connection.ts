import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { Instant } from '#shared/core/time';
import type { ConnectionNote, Member } from '#shared/members/rules/member';

/** A member holds at most this many disconnected calendars, the latest; the list of connections has all of them. */
const MOST_DISCONNECTED = 20;

/** Writes the state of a connection to the summary that the member holds; a new connection comes last. */
export function noteConnection(member: Member, { id, provider, status }: CalendarConnection, at: Instant): Member {
  const note: ConnectionNote = { id, provider, status };
  const known = member.connections.some((one) => one.id === id);
  const notes = known ? member.connections.map((one) => (one.id === id ? note : one)) : [...member.connections, note];
  const gone = notes.filter((one) => one.status === 'disconnected').slice(0, -MOST_DISCONNECTED);
  return { ...member, connections: notes.filter((one) => !gone.includes(one)), updatedAt: at };
}
