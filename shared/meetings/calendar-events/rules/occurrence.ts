import type { BotId, CalendarEventId, MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Saved } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { CalendarEventSource } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';

/** What identifies an event on its occurrence: docs/limits-and-rules.md#meeting-identity. */
export interface EventOwner {
  readonly memberId: MemberId;
  readonly source: CalendarEventSource;
  /** As `provider:email`; null for a pushed event. */
  readonly account: string | null;
}

/** One occurrence of an iCalendar event in a workspace: its meeting, and each member's event for it. */
export interface Occurrence {
  readonly originalStartsAt: Instant;
  readonly meetingId: MeetingId;
  /** The automatic bot of the meeting. */
  readonly botId: BotId | null;
  /** The only occurrence of its uid, found by the uid alone. */
  readonly single: boolean;
  readonly eventOf: (one: EventOwner) => CalendarEventId | undefined;
  /** The member has an event on it, from any source. */
  readonly isOf: (member: MemberId) => boolean;
}

/** What a uid names where no original start says which occurrence. */
export interface UidOccurrences {
  /** More than one where calendars of several members use the uid for different events. */
  readonly singles: readonly Occurrence[];
  readonly hasSingles: boolean;
  /** Whether `singles` are all: of a uid with too many none is read. */
  readonly areSinglesRead: boolean;
  /** It has occurrences that are no single event. */
  readonly hasSeries: boolean;
  /** The single event of a member who has no occurrence of a series with this uid. */
  readonly singleOf: (member: MemberId) => Occurrence | undefined;
}

/** What a push says of its occurrence beside the uid. */
export interface OccurrenceMarks {
  readonly organizer: { readonly email: string | null } | null;
  readonly meetingUrl: string | null;
}

/**
 * Whether two events with one uid and different original starts, in calendars of two members, are one occurrence: some
 * programs number their events, so that the uid alone may be a coincidence.
 */
export function areOneOccurrence(one: OccurrenceMarks, other: OccurrenceMarks): boolean {
  const [organizer, otherOrganizer] = [one, other].map((marks) => marks.organizer?.email ?? null);
  if (organizer && otherOrganizer && comparableEmail(organizer) === comparableEmail(otherOrganizer)) return true;
  const [call, otherCall] = [one, other].map(({ meetingUrl }) => meetingUrl && callKeyOf(meetingUrl));
  return call !== null && call === otherCall;
}

/** The row that leads from workspace, uid and original start to the meeting: docs/limits-and-rules.md#meeting-identity. */
export interface OccurrencePointer {
  readonly workspaceId: WorkspaceId;
  readonly icalUid: string;
  readonly originalStartsAt: Instant;
  readonly meetingId: MeetingId;
  /** Its automatic bot, so that a push reads it along with the meeting. */
  readonly botId: BotId | null;
  readonly isNew: boolean;
  /** A single event of its uid, found by the uid alone. */
  readonly single: boolean;
  /** The uid has a single event of another occurrence already. */
  readonly isFurther: boolean;
}

/** The automatic bot of the meeting once these bots were decided: a new one, else the one known before. */
export const automaticBotOf = (bots: readonly Saved<Bot>[], known: BotId | null): BotId | null =>
  bots.find(({ before, after }) => !before && after.automatic)?.after.id ?? known;

/** Names a new automatic bot in the pointer of the event that its meeting shows. */
export function pointersToNewBots({ id: meetingId, calendarEvent }: Meeting, bots: readonly Saved<Bot>[]) {
  if (!calendarEvent) return [];
  const { workspaceId, icalUid, originalStartsAt, recurring } = calendarEvent;
  const pointer = {
    workspaceId,
    icalUid,
    originalStartsAt,
    meetingId,
    isNew: false,
    single: !recurring,
    isFurther: false,
  };
  const isNew = ({ before }: Saved<Bot>) => before === undefined;
  return bots.filter(isNew).map(({ after }): OccurrencePointer => ({ ...pointer, botId: after.id }));
}
