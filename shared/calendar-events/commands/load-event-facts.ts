import { type Bot, isUnfinished } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { calendarEvents } from '#shared/calendar-events/store';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { isBotAtSameLinkWithout } from '#shared/meetings/commands/bot-at-same-link';
import { shownEventId } from '#shared/meetings/rules/apply-calendar-event';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetingStore } from '#shared/meetings/store';

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
  const hasBotElsewhere = isCancelled && (await isBotAtSameLinkWithout(meetingStore(table), meeting, event, shown));
  return { shown, bots: unfinished, hasBotElsewhere };
}

/** The bots of the meeting that are not finished; the given one has been read already. */
async function loadUnfinishedBots(
  table: Table,
  { recordings }: Meeting,
  bot: Loaded<Bot> | undefined,
): Promise<readonly Loaded<Bot>[]> {
  const ids = recordings
    .filter(({ status, botId }) => isUnfinished(status) && botId !== bot?.state.id)
    .map(({ botId }) => botId);
  const others = await Promise.all(ids.map((id) => bots.find(table, id)));
  return [bot, ...others].flatMap((one) => one ?? []);
}

async function loadShownEvent(table: Table, meeting: Meeting, event: CalendarEvent): Promise<CalendarEvent> {
  const id = shownEventId(meeting, event);
  if (id === event.id) return event;
  if (meeting.calendarEvent?.id === id) return meeting.calendarEvent;
  return (await calendarEvents.find(table, id))?.state ?? event;
}
