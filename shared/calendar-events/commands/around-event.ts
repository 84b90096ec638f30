import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { BotId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { BotStore, CalendarEventStore } from '#shared/events/ports/stores';
import { shownEventId } from '#shared/meetings/rules/apply-calendar-event';
import type { Meeting } from '#shared/meetings/rules/meeting';

/** The bots read so far with all others under way. Those sent by hand are few: only where there are any is there a trip. */
export async function withOtherUnfinished(
  bots: BotStore,
  meeting: Meeting | undefined,
  known: readonly Loaded<Bot>[],
): Promise<readonly Loaded<Bot>[]> {
  const missingIds = (meeting?.recordings ?? [])
    .filter(({ status, botId }) => isUnfinished(status) && !known.some((bot) => bot.state.id === botId))
    .map(({ botId }) => botId);
  const others = await Promise.all(missingIds.map((id: BotId) => bots.find(id)));
  return [...known, ...others.flatMap((bot) => bot ?? [])];
}

/** The event that the meeting shows once this one changed. */
export async function shownWith(
  events: CalendarEventStore,
  meeting: Meeting,
  event: CalendarEvent,
): Promise<CalendarEvent> {
  const id = shownEventId(meeting, event);
  if (id === event.id) return event;
  if (meeting.calendarEvent?.id === id) return meeting.calendarEvent;
  return (await events.find(id))?.state ?? event;
}
