import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { Instant } from '#shared/core/time';
import type { ConnectionNote, Member } from '#shared/members/rules/member';

/** Of calendars that somebody connected and disconnected again, the latest so many stay noted; the list has them all. */
const MOST_DISCONNECTED = 20;

/** The member with its note of this connection brought up to date; a connection new to it comes last. */
export function noteConnection(member: Member, { id, provider, status }: CalendarConnection, at: Instant): Member {
  const note: ConnectionNote = { id, provider, status };
  const known = member.connections.some((one) => one.id === id);
  const notes = known ? member.connections.map((one) => (one.id === id ? note : one)) : [...member.connections, note];
  const gone = notes.filter((one) => one.status === 'disconnected').slice(0, -MOST_DISCONNECTED);
  return { ...member, connections: notes.filter((one) => !gone.includes(one)), updatedAt: at };
}
