import type { Bot } from '#shared/bots/rules/bot';
import type { CalendarEventSource } from '#shared/calendar-events/rules/calendar-event';
import type { BotId, CalendarEventId, MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';

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
  /** The only occurrence of its uid, found by the uid alone. */
  readonly single: boolean;
}

/** The automatic bot of the meeting once these bots were decided: a new one, else the one known before. */
export const automaticBotOf = (bots: readonly Saved<Bot>[], known: BotId | null): BotId | null =>
  bots.find(({ before, after }) => !before && after.automatic)?.after.id ?? known;

/** Names a new automatic bot in the pointer of the event that its meeting shows. */
export function pointersToNewBots({ id: meetingId, calendarEvent }: Meeting, bots: readonly Saved<Bot>[]) {
  if (!calendarEvent) return [];
  const { workspaceId, icalUid, originalStartsAt, recurring } = calendarEvent;
  const pointer = { workspaceId, icalUid, originalStartsAt, meetingId, isNew: false, single: !recurring };
  const isNew = ({ before }: Saved<Bot>) => before === undefined;
  return bots.filter(isNew).map(({ after }): OccurrencePointer => ({ ...pointer, botId: after.id }));
}
