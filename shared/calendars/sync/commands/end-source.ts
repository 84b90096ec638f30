import { cancelUpcomingEvent } from '#shared/calendar-events/commands/cancel-calendar-event';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import type { CommandContext } from '#shared/commands/context';
import type { CalendarEventId } from '#shared/core/ids';
import type { Workspace } from '#shared/workspaces/rules/workspace';

type SourceName = Pick<CalendarSource, 'connectionId' | 'sourceId'>;

/**
 * What the calendar has no more: its event ends, unless the same occurrence stands there under another name meanwhile.
 * The event first, so that whoever dies in between is followed by somebody who finds it again.
 */
export async function endSource(needs: CommandContext, workspace: Workspace, source: CalendarSource): Promise<void> {
  await endEventOf(needs, workspace, source.eventId, source);
  await needs.changes.save({ at: needs.clock.now(), removedCalendarSources: [source] });
}

/** A meeting that is live or over stays what it was. */
export async function endEventOf(
  needs: CommandContext,
  workspace: Workspace,
  id: CalendarEventId,
  source: SourceName,
): Promise<void> {
  await cancelUpcomingEvent(needs)(workspace, id, (event) => event.cancelledAt === null && isOf(event, source));
}

const isOf = (event: CalendarEvent, { connectionId, sourceId }: SourceName): boolean =>
  event.connectionId === connectionId && event.sourceId === sourceId;
