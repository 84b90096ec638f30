import { isSame } from '#shared/foundation/core/json';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import { calendarEvents } from '#shared/meetings/calendar-events/store';
import { loadSharedCall } from '#shared/meetings/meetings/commands/load-shared-call';
import { loadUnfinishedBots } from '#shared/meetings/meetings/commands/meeting-bots';
import { shownEventId } from '#shared/meetings/meetings/rules/apply-calendar-event';
import { hasBotOnItsWay, type Meeting } from '#shared/meetings/meetings/rules/meeting';
import { type SharedCall, timedCallOf } from '#shared/meetings/meetings/rules/shared-call';

/** What a changed event is decided with, beside the event and its meeting. */
export interface EventFacts {
  /** The event that the meeting shows once this one changed. */
  readonly shown: CalendarEvent;
  /** The bots of the meeting that are not finished. */
  readonly bots: readonly Loaded<Bot>[];
  /** The call of the meeting, where it may get a bot. */
  readonly sharedCall: SharedCall | undefined;
}

/** What was read of the meeting and of the call that the event itself names. */
interface Known {
  readonly bot: Loaded<Bot> | undefined;
  readonly sharedCall?: SharedCall | undefined;
}

/** Costs a read only where the meeting has other bots than the given one, or shows another member's event. */
export async function loadEventFacts(
  table: Table,
  meeting: Meeting,
  event: CalendarEvent,
  { bot, sharedCall }: Known,
): Promise<EventFacts> {
  const [unfinished, shown] = await Promise.all([
    loadUnfinishedBots(table, meeting, bot),
    loadShownEvent(table, meeting, event),
  ]);
  return { shown, bots: unfinished, sharedCall: await loadEventCall(table, meeting, event, { shown, sharedCall }) };
}

async function loadShownEvent(table: Table, meeting: Meeting, event: CalendarEvent): Promise<CalendarEvent> {
  const id = shownEventId(meeting, event);
  if (id === event.id) return event;
  if (meeting.calendarEvent?.id === id) return meeting.calendarEvent;
  return (await calendarEvents.find(table, id))?.state ?? event;
}

/** Not read for a meeting that is cancelled, or keeps its bot where it is. */
async function loadEventCall(
  table: Table,
  meeting: Meeting,
  event: CalendarEvent,
  { shown, sharedCall }: Pick<EventFacts, 'shown' | 'sharedCall'>,
): Promise<SharedCall | undefined> {
  const place = timedCallOf({ ...meeting, meetingUrl: shown.meetingUrl, startsAt: shown.startsAt });
  if (place && isSame(place, sharedCall?.place)) return sharedCall;
  const goesOn =
    event.cancelledAt === null || meeting.carriers.some(({ eventId, cancelled }) => eventId !== event.id && !cancelled);
  const keepsBot = hasBotOnItsWay(meeting) && isSame(place, timedCallOf(meeting));
  return goesOn && !keepsBot ? loadSharedCall(table, place, meeting.id) : undefined;
}
