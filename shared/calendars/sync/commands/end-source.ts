import { endCalendarEvent, readEvent } from '#shared/calendar-events/commands/end-calendar-event';
import type { EndEventsNeeds } from '#shared/calendar-events/commands/end-events';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import type { CalendarEventId } from '#shared/core/ids';
import { phaseOf } from '#shared/meetings/rules/phase';
import type { Workspace } from '#shared/workspaces/rules/workspace';

type SourceName = Pick<CalendarSource, 'connectionId' | 'sourceId'>;

/**
 * What the calendar has no more: its event ends, unless the same occurrence stands there under another name meanwhile.
 * The event first, so that whoever dies in between is followed by somebody who finds it again.
 */
export async function endSource(needs: EndEventsNeeds, workspace: Workspace, source: CalendarSource): Promise<void> {
  await endEventOf(needs, workspace, source.eventId, source);
  await needs.changes.save({ at: needs.clock.now(), removedCalendarSources: [source] });
}

/** A meeting that is live or over stays what it was. */
export async function endEventOf(
  needs: EndEventsNeeds,
  workspace: Workspace,
  id: CalendarEventId,
  source: SourceName,
): Promise<void> {
  const event = await needs.events.find(id);
  if (!event || event.state.cancelledAt !== null || !isOf(event.state, source)) return;
  await endCalendarEvent(needs)(
    workspace,
    await readEvent(needs, event),
    ({ event: { state }, meeting }, now) =>
      isOf(state, source) && meeting !== undefined && phaseOf(meeting.state, now) === 'upcoming',
  );
}

const isOf = (event: CalendarEvent, { connectionId, sourceId }: SourceName): boolean =>
  event.connectionId === connectionId && event.sourceId === sourceId;
