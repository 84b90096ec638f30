import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant, later } from '#shared/core/time';

/**
 * Whose upcoming events are to be cancelled: those of one connected calendar, or all of a member's. A type and not an
 * interface, since it is stored as the content of a job.
 */
export type EventEndings = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  /** Null ends every event of the member. */
  readonly connectionId: CalendarConnectionId | null;
};

/** Whether the event is to be cancelled, by the event alone; the phase of its meeting is checked as well. */
export const isToEnd = (event: CalendarEvent, { connectionId }: EventEndings, now: Instant): boolean =>
  event.cancelledAt === null && (connectionId === null || event.connectionId === connectionId) && endOf(event) > now;

/** As for meetings: an event without an end is over a day after its start. */
const endOf = ({ startsAt, endsAt }: CalendarEvent): Instant => endsAt ?? later(startsAt, DAY_MS);
