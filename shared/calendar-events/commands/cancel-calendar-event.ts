import type { Bot } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import { loadEventFacts } from '#shared/calendar-events/commands/load-event-facts';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { cancelled } from '#shared/calendar-events/rules/cancel-event';
import { decideEventChange } from '#shared/calendar-events/rules/decide-event-change';
import { pointersToNewBots } from '#shared/calendar-events/rules/occurrence';
import { calendarEventStore, type LoadedEvent, putCalendarEvent, putOccurrence } from '#shared/calendar-events/store';
import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { CalendarEventId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { meetingWrites } from '#shared/meetings/commands/meeting-writes';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';
import { meetings } from '#shared/meetings/store';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** An event with its meeting and the automatic bot. */
interface EventWithMeeting {
  readonly event: LoadedEvent;
  readonly meeting: Loaded<Meeting> | undefined;
  readonly bot: Loaded<Bot> | undefined;
}

/** Two round trips: the event, then what it names. */
export async function loadEventWithMeeting(table: Table, id: CalendarEventId): Promise<EventWithMeeting | undefined> {
  const event = await calendarEventStore(table).find(id);
  if (!event) return undefined;
  const [meeting, bot] = await Promise.all([
    meetings.find(table, event.state.meetingId),
    event.botId === null ? undefined : bots.find(table, event.botId),
  ]);
  return { event, meeting, bot };
}

/**
 * Cancels an event as a push with `cancelled` does: its meeting is cancelled too, unless another member's event is
 * linked to it. An event that is cancelled already is answered as it is.
 */
export const cancelCalendarEvent = command(
  async (context, workspace: Workspace, id: CalendarEventId): Promise<CalendarEvent> => {
    const loaded = await loadEventWithMeeting(context.table, id);
    if (!loaded) throw notFound('calendar event');
    return cancelLoaded(context, workspace, loaded);
  },
);

/** Cancels an event of an upcoming meeting where the condition holds for its newest state; leaves any other as it is. */
export const cancelUpcomingEvent = command(
  async (
    context,
    workspace: Workspace,
    id: CalendarEventId,
    isToCancel: (event: CalendarEvent) => boolean,
  ): Promise<void> => {
    const loaded = await loadEventWithMeeting(context.table, id);
    if (!loaded?.meeting || !isToCancel(loaded.event.state)) return;
    if (phaseOf(loaded.meeting.state, context.clock.now()) !== 'upcoming') return;
    await cancelLoaded(context, workspace, loaded);
  },
);

async function cancelLoaded(
  context: CommandContext,
  workspace: Workspace,
  { event: before, meeting, bot }: EventWithMeeting,
): Promise<CalendarEvent> {
  const now = context.clock.now();
  const event = cancelled(before.state, now);
  if (event === before.state || !meeting) return event;

  // The settings did not change: the layers that the meeting remembers decide.
  const { layers } = meeting.state.settings;
  const decision = decideEventChange({
    ...(await loadEventFacts(context.table, meeting.state, event, bot)),
    before: meeting.state,
    base: meeting.state,
    event,
    memberLayers: layers.members[event.memberId] ?? [],
    workspaceLayers: layers.workspace,
    homeDomains: workspace.emailDomains,
    newBotId: context.ids.make('bot'),
    now,
  });
  await context.changes.save({
    at: now,
    writes: [
      putCalendarEvent({ before, after: event, botId: before.botId }),
      ...pointersToNewBots(decision.meeting, decision.bots).map(putOccurrence),
      ...meetingWrites(meeting, decision),
    ],
    events: decision.events,
    jobs: decision.jobs,
    subscriptions: workspace.endpoints,
    result: event,
  });
  return event;
}
