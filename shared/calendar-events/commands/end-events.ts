import { type EndEventNeeds, endCalendarEvent, readEvent } from '#shared/calendar-events/commands/end-calendar-event';
import { type EventEndings, isToEnd } from '#shared/calendar-events/rules/event-endings';
import type { LoadedEvent, WorkspaceStore } from '#shared/events/ports/stores';
import { phaseOf } from '#shared/meetings/rules/phase';

export interface EndEventsNeeds extends EndEventNeeds {
  readonly workspaces: WorkspaceStore;
}

/** Looked at in one step: each that ends is a transaction of its own, after two reads. */
const EVENTS_A_STEP = 50;
const AT_ONCE = 5;

/**
 * Ends some of the upcoming events that were cut off from what they came by; answers where to go on, or undefined
 * after the last. One that was ended before costs a read and nothing else.
 */
export const endEvents =
  (needs: EndEventsNeeds) =>
  async (endings: EventEndings, after: string | undefined): Promise<string | undefined> => {
    const page = { limit: EVENTS_A_STEP, after };
    const now = needs.clock.now();
    const { items, next } = await needs.events.notOver(endings.memberId, now, page);
    const wanted = items.filter(({ state }) => isToEnd(state, endings, now));
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(wanted.slice(at, at + AT_ONCE).map((event) => endIfUpcoming(needs, endings, event)));
    return next;
  };

/** A meeting that is live, or over before its time, stays what it is. */
async function endIfUpcoming(needs: EndEventsNeeds, endings: EventEndings, event: LoadedEvent): Promise<void> {
  const [read, workspace] = await Promise.all([
    readEvent(needs, event),
    needs.workspaces.find(event.state.workspaceId),
  ]);
  // Ending an event of an archived workspace could call for another bot; there, bots are ended all at once.
  if (!workspace || workspace.state.archivedAt !== null) return;
  await endCalendarEvent(needs)(
    workspace.state,
    read,
    ({ event: { state }, meeting }, now) =>
      isToEnd(state, endings, now) && meeting !== undefined && phaseOf(meeting.state, now) === 'upcoming',
  );
}
