import type { Bot } from '#shared/bots/rules/bot';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { calendarEvents } from '#shared/calendar-events/store';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { isBotAtSameLinkWithout, loadUnfinishedBots } from '#shared/meetings/commands/meeting-bots';
import { shownEventId } from '#shared/meetings/rules/apply-calendar-event';
import type { Meeting } from '#shared/meetings/rules/meeting';

/** What a changed event is decided with, beside the event and its meeting. */
export interface EventFacts {
  /** The event that the meeting shows once this one changed. */
  readonly shown: CalendarEvent;
  /** The bots of the meeting that are not finished. */
  readonly bots: readonly Loaded<Bot>[];
  readonly hasBotElsewhere: boolean;
}

/** Costs a read only where the meeting has other bots than the given one, or shows another member's event. */
export async function loadEventFacts(
  table: Table,
  meeting: Meeting,
  event: CalendarEvent,
  bot: Loaded<Bot> | undefined,
): Promise<EventFacts> {
  const [unfinished, shown] = await Promise.all([
    loadUnfinishedBots(table, meeting, bot),
    loadShownEvent(table, meeting, event),
  ]);
  const isCancelled = event.cancelledAt !== null;
  const hasBotElsewhere = isCancelled && (await isBotAtSameLinkWithout(table, meeting, event, shown));
  return { shown, bots: unfinished, hasBotElsewhere };
}

async function loadShownEvent(table: Table, meeting: Meeting, event: CalendarEvent): Promise<CalendarEvent> {
  const id = shownEventId(meeting, event);
  if (id === event.id) return event;
  if (meeting.calendarEvent?.id === id) return meeting.calendarEvent;
  return (await calendarEvents.find(table, id))?.state ?? event;
}
