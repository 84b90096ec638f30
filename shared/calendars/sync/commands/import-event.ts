import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { SyncTarget } from '#shared/calendars/sync/commands/lease';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import type { ProviderOccurrence } from '#shared/calendars/sync/rules/provider-event';
import { type TakenOccurrence, takeOccurrence } from '#shared/calendars/sync/rules/take-occurrence';
import { accountOf, ownerOf } from '#shared/calendars/sync/synced-calendar-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MemberId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import { cancelUpcomingEvent } from '#shared/meetings/calendar-events/commands/cancel-calendar-event';
import type { PeopleCounter } from '#shared/meetings/calendar-events/commands/count-people';
import { pushCalendarEvent } from '#shared/meetings/calendar-events/commands/push-calendar-event';
import { type CalendarEvent, MAX_ATTENDEES } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { CalendarSource } from '#shared/meetings/calendar-events/rules/calendar-source';
import { emailsIn, type SentPush } from '#shared/meetings/calendar-events/rules/push-event';
import { isUnchangedBy } from '#shared/meetings/calendar-events/rules/unchanged-push';
import { removeCalendarSource } from '#shared/meetings/calendar-events/sources-store';
import { calendarEventStore } from '#shared/meetings/calendar-events/store';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import { strippedPush } from '#shared/meetings/erasures/rules/strip';

/** What the occurrences of one page have in common, read once. */
export interface PageFacts {
  /** All sources of the calendar, by their ids. */
  readonly sources: () => Promise<ReadonlyMap<string, CalendarSource>>;
  /** What an id of the provider led to when it was seen last. */
  readonly source: (sourceId: string) => Promise<CalendarSource | undefined>;
  /** As it is now, not at the beginning of the run: people may have been erased since. */
  readonly workspace: () => Promise<Workspace>;
  /** The members among these addresses. Each address is read once a page, however many occurrences have it. */
  readonly memberIds: (emails: readonly string[]) => Promise<ReadonlyMap<string, MemberId>>;
}

/** What an occurrence changes: its source ends, or a push is saved. */
type OccurrenceChange =
  | { readonly kind: 'end'; readonly source: CalendarSource }
  | { readonly kind: 'push'; readonly workspace: Workspace; readonly sent: SentPush; readonly known: Known };

/** What its id named before, and whether that is another occurrence, whose event is cancelled first. */
type Known = { readonly source: CalendarSource; readonly isAnother: boolean } | undefined;

/** Whether importing the occurrence would save anything. */
export const isChanged = async (
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  occurrence: ProviderOccurrence,
): Promise<boolean> => (await changeBy(context, target, facts, occurrence)) !== undefined;

/** An occurrence, with what counts its people over all attempts to import it. */
export interface CountedImport {
  readonly occurrence: ProviderOccurrence;
  /** Of the event that its id named before, which ends, and of its own. */
  readonly people: { readonly ended: PeopleCounter; readonly pushed: PeopleCounter };
}

/**
 * Imports one occurrence by the command that pushes use, under the same identity. Where its id named another occurrence
 * before, that one's event is cancelled first. Repeating it changes nothing, and one that is unchanged costs the read of
 * its event alone: the daily run meets hardly any other.
 */
export async function importEvent(
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  { occurrence, people }: CountedImport,
): Promise<void> {
  const change = await changeBy(context, target, facts, occurrence);
  if (!change) return;
  if (change.kind === 'end') return endSource(context, target.workspace, change.source, people.ended);
  const { workspace, sent, known } = change;
  if (known?.isAnother) await endSource(context, target.workspace, known.source, people.ended);
  const pushed = await pushCalendarEvent(context)(workspace, sent, people.pushed);
  if (known && known.source.eventId !== pushed.event.id)
    await endEventOf(context, target.workspace, known.source, people.ended);
}

async function changeBy(
  context: SyncContext,
  target: SyncTarget,
  facts: PageFacts,
  occurrence: ProviderOccurrence,
): Promise<OccurrenceChange | undefined> {
  const { member, connection, window } = target;
  const source = await facts.source(occurrence.id);
  const owner = ownerOf(connection, member);
  const isMember = await membersAmong(facts, occurrence);
  const taking = takeOccurrence(occurrence, { owner, window, known: source, isMember });
  if ('leftOut' in taking) return source && { kind: 'end', source };
  const { taken } = taking;
  const workspaceNow = await facts.workspace();
  const whole = sentFrom(taken, target, occurrence);
  const { organizer, attendees } = whole.content;
  const isErased = await findErasedPeople(context, workspaceNow, [...(organizer ? [organizer] : []), ...attendees]);
  const sent = strippedPush(whole, isErased);
  const known = source && { source, isAnother: isAnother(source, taken) };
  if (known && !known.isAnother && (await isUnchanged(context, target, facts, known.source, sent))) return undefined;
  return { kind: 'push', workspace: workspaceNow, sent, known };
}

async function isUnchanged(
  { table }: SyncContext,
  { member }: SyncTarget,
  { memberIds }: PageFacts,
  { eventId }: CalendarSource,
  sent: SentPush,
): Promise<boolean> {
  const [event, ids] = await Promise.all([calendarEventStore(table).find(eventId), memberIds(emailsIn(sent))]);
  return event !== undefined && isUnchangedBy(event.state, sent, member, ids);
}

/** Whether the provider's id named another occurrence before. */
const isAnother = (known: CalendarSource, { icalUid, recurring, originalStartsAt }: TakenOccurrence): boolean =>
  known.icalUid !== icalUid || (recurring && known.originalStartsAt !== originalStartsAt);

const sentFrom = (taken: TakenOccurrence, { member, connection }: SyncTarget, { id, seriesId }: ProviderOccurrence) => {
  const { icalUid, recurring, originalStartsAt, content } = taken;
  return {
    member: { id: member.id },
    icalUid,
    recurring,
    originalStartsAt,
    cancelled: false,
    content,
    metadata: undefined,
    calendarId: connection.id,
    source: { account: accountOf(connection), id, seriesId },
  } satisfies SentPush;
};

/** Addresses of one occurrence that are looked up among the members: the first ones, in the calendar's order. */
const MAX_LOOKED_UP = 1_000;

/** The addresses of the attendees that importing the occurrence looks up, in comparable form. */
export const lookedUpEmails = ({ attendees }: ProviderOccurrence): readonly string[] =>
  [...new Set(attendees.flatMap(({ email }) => (email === null ? [] : comparableEmail(email))))].slice(
    0,
    MAX_LOOKED_UP,
  );

/** Read only where an event has more attendees than are kept: members are kept before others. */
async function membersAmong(facts: PageFacts, occurrence: ProviderOccurrence): Promise<(email: string) => boolean> {
  if (occurrence.attendees.length <= MAX_ATTENDEES) return () => false;
  const known = await facts.memberIds(lookedUpEmails(occurrence));
  return (email) => known.has(email);
}

/**
 * Cancels the event of a source that was removed from the calendar, unless the event has another source now. The event
 * first: a retry after a crash still finds the source.
 */
export async function endSource(
  context: CommandContext,
  workspace: Workspace,
  source: CalendarSource,
  countPeople: PeopleCounter,
): Promise<void> {
  await endEventOf(context, workspace, source, countPeople);
  await context.changes.save({ at: context.clock.now(), writes: [[removeCalendarSource(source)]] });
}

/** Cancels the event of a source. A live or past meeting is not changed. */
export async function endEventOf(
  context: CommandContext,
  workspace: Workspace,
  source: CalendarSource,
  countPeople: PeopleCounter,
): Promise<void> {
  const isToCancel = (event: CalendarEvent) => event.cancelledAt === null && isOf(event, source);
  await cancelUpcomingEvent(context)(workspace, { id: source.eventId, isToCancel, countPeople });
}

const isOf = (event: CalendarEvent, { calendarId, sourceId }: CalendarSource): boolean =>
  event.calendarId === calendarId && event.sourceId === sourceId;
