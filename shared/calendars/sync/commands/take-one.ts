import { pushCalendarEvent } from '#shared/calendar-events/commands/push-calendar-event';
import type { SentPush } from '#shared/calendar-events/rules/sent-push';
import { endEventOf, endSource } from '#shared/calendars/sync/commands/end-source';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import type { PassPlace } from '#shared/calendars/sync/commands/place-of';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import { MAX_ATTENDEES } from '#shared/calendars/sync/rules/invited-people';
import type { ProviderOccurrence } from '#shared/calendars/sync/rules/provider-event';
import { type TakenOccurrence, takeOccurrence } from '#shared/calendars/sync/rules/take-occurrence';
import type { WorkspaceId } from '#shared/core/ids';

/**
 * One occurrence, as a push of it: the same command, and the same identity. What it was before, where that is something
 * else now, ends first; doing it all once more changes nothing.
 */
export async function takeOne(needs: PassNeeds, place: PassPlace, occurrence: ProviderOccurrence): Promise<void> {
  const { workspace, member, connection, window } = place;
  const known = await needs.syncs.source(connection.id, occurrence.id);
  const owner = { memberEmail: member.email ?? connection.accountEmail, accountEmail: connection.accountEmail };
  const isMember = await membersAmong(needs, workspace.id, occurrence);
  const taking = takeOccurrence(occurrence, { owner, window, known, isMember });
  if ('leftOut' in taking) {
    if (known) await endSource(needs, workspace, known);
    return;
  }
  const { taken } = taking;
  if (known && isAnother(known, taken)) await endSource(needs, workspace, known);

  const pushed = await pushCalendarEvent(needs)(workspace, sentFrom(taken, place, occurrence));
  if (known && known.eventId !== pushed.event.id) await endEventOf(needs, workspace, known.eventId, known);
}

/** What bore this name before is another occurrence than what bears it now. */
const isAnother = (known: CalendarSource, { icalUid, recurring, originalStartsAt }: TakenOccurrence): boolean =>
  known.icalUid !== icalUid || (recurring && known.originalStartsAt !== originalStartsAt);

const sentFrom = (taken: TakenOccurrence, { member, connection }: PassPlace, { id, seriesId }: ProviderOccurrence) => {
  const { icalUid, recurring, originalStartsAt, content } = taken;
  return {
    member: { id: member.id },
    icalUid,
    recurring,
    originalStartsAt,
    cancelled: false,
    content,
    metadata: undefined,
    connectionId: connection.id,
    source: { id, seriesId },
  } satisfies SentPush;
};

/** Asked only where more people are invited than an event holds: members are kept before others. */
async function membersAmong(
  { members }: PassNeeds,
  workspaceId: WorkspaceId,
  { attendees }: ProviderOccurrence,
): Promise<(email: string) => boolean> {
  if (attendees.length <= MAX_ATTENDEES) return () => false;
  const emails = [...new Set(attendees.flatMap(({ email }) => email?.trim().toLowerCase() ?? []))];
  const rows = await Promise.all(emails.map((email) => members.byEmail(workspaceId, email)));
  const known = new Set(emails.filter((_email, position) => rows[position] !== undefined));
  return (email) => known.has(email);
}
