import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CalendarEventId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import type { MeetingDecision } from '#shared/meetings/bots/rules/reconcile-bots';
import { bots } from '#shared/meetings/bots/store';
import {
  countingPeople,
  importedPeople,
  type PeopleCounter,
  pushedPeople,
} from '#shared/meetings/calendar-events/commands/count-people';
import { loadEventFacts } from '#shared/meetings/calendar-events/commands/load-event-facts';
import {
  type CalendarEvent,
  cancelled,
  type EventEndings,
  isToEnd,
} from '#shared/meetings/calendar-events/rules/calendar-event';
import { decideEventChange } from '#shared/meetings/calendar-events/rules/decide-event-change';
import { pointersToNewBots } from '#shared/meetings/calendar-events/rules/occurrence';
import {
  calendarEventStore,
  type LoadedEvent,
  putCalendarEvent,
  putOccurrence,
} from '#shared/meetings/calendar-events/store';
import { callWrites } from '#shared/meetings/meetings/commands/load-shared-call';
import { meetingWrites } from '#shared/meetings/meetings/commands/meeting-bots';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';

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
 * linked to it. An event that is cancelled already is answered as it is. The people whom it changes count as those of pushes.
 */
export const cancelCalendarEvent =
  (context: CommandContext) =>
  (workspace: Workspace, id: CalendarEventId): Promise<CalendarEvent> =>
    cancel(context)(workspace, id, pushedPeople(context, workspace));

const cancel = command(
  async (context, workspace: Workspace, id: CalendarEventId, countPeople: PeopleCounter): Promise<CalendarEvent> => {
    const loaded = await loadEventWithMeeting(context.table, id);
    if (!loaded) throw notFound('calendar event');
    return cancelLoaded(context, workspace, loaded, countPeople);
  },
);

interface UpcomingCancellation {
  readonly id: CalendarEventId;
  readonly isToCancel: (event: CalendarEvent) => boolean;
  readonly countPeople: PeopleCounter;
}

/** Cancels an event of an upcoming meeting where the condition holds for its newest state; leaves any other as it is. */
export const cancelUpcomingEvent = command(
  async (context, workspace: Workspace, { id, isToCancel, countPeople }: UpcomingCancellation): Promise<void> => {
    const loaded = await loadEventWithMeeting(context.table, id);
    if (!loaded?.meeting || !isToCancel(loaded.event.state)) return;
    if (phaseOf(loaded.meeting.state, context.clock.now()) !== 'upcoming') return;
    await cancelLoaded(context, workspace, loaded, countPeople);
  },
);

async function cancelLoaded(
  context: CommandContext,
  workspace: Workspace,
  { event: before, meeting, bot }: EventWithMeeting,
  countPeople: PeopleCounter,
): Promise<CalendarEvent> {
  const now = context.clock.now();
  const event = cancelled(before.state, now);
  if (event === before.state || !meeting) return event;

  // The settings did not change: the layers that the meeting remembers decide.
  const { layers } = meeting.state.settings;
  const facts = await loadEventFacts(context.table, meeting.state, event, { bot });
  const change = {
    ...facts,
    before: meeting.state,
    base: meeting.state,
    event,
    memberLayers: layers.members[event.memberId] ?? [],
    workspaceLayers: layers.workspace,
    homeDomains: workspace.emailDomains,
    monthsWithoutBots: monthsWithoutBots(workspace),
    newBotId: context.ids.make('bot'),
    now,
  };
  const decide = (isTimeFull: boolean) => decideEventChange({ ...change, isTimeFull });
  const save = (decision: MeetingDecision) =>
    context.changes.save({
      at: now,
      writes: [
        putCalendarEvent({ before, after: event, botId: before.botId }),
        ...pointersToNewBots(decision.meeting, decision.bots).map(putOccurrence),
        ...meetingWrites(meeting, decision),
        ...callWrites(facts.sharedCall, meeting.state, decision.meeting),
      ],
      events: decision.events,
      jobs: decision.jobs,
      subscriptions: workspace.endpoints,
      result: event,
    });
  const planning = countingPeople(countPeople, meeting.state, { decide, save });
  await saveWithinPlaces(context, { workspace, ...planning });
  return event;
}

/** Read in one step: each that is cancelled costs three reads and a transaction. */
const EVENTS_A_STEP = 50;
const AT_ONCE = 5;

/**
 * Cancels a page of the upcoming events of a member, or of one of their calendars, after it was removed; returns the
 * position of the next page, or undefined after the last. Events that were cancelled before are only read. The soonest
 * come first, and throws the 429 of a minute in which the calendars of the workspace change no more people.
 */
export const endEvents =
  (context: CommandContext) =>
  async (endings: EventEndings, after: string | undefined): Promise<string | undefined> => {
    const { table, clock } = context;
    const now = clock.now();
    const [page, workspace] = await Promise.all([
      calendarEventStore(table).notOver(endings.memberId, now, { limit: EVENTS_A_STEP, after }),
      workspaces.find(table, endings.workspaceId),
    ]);
    // The bots of an archived workspace are cancelled all at once; ending an event there could call for another bot.
    if (!workspace || workspace.state.archivedAt !== null) return undefined;
    const cancel = cancelUpcomingEvent(context);
    const wanted = page.items.filter(({ state }) => isToEnd(state, endings, now));
    await mapConcurrently(wanted, AT_ONCE, ({ state: { id } }) =>
      cancel(workspace.state, {
        id,
        isToCancel: (event) => isToEnd(event, endings, clock.now()),
        countPeople: importedPeople(context, workspace.state, endings.memberId),
      }),
    );
    return page.next;
  };
