import { cancelUpcomingEvent } from '#shared/calendar-events/commands/cancel-calendar-event';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarSource } from '#shared/calendars/sync/rules/calendar-sync';
import { removeCalendarSource } from '#shared/calendars/sync/sources-store';
import type { CommandContext } from '#shared/commands/context';
import type { CalendarEventId } from '#shared/core/ids';
import type { Workspace } from '#shared/workspaces/rules/workspace';

type SourceName = Pick<CalendarSource, 'connectionId' | 'sourceId'>;

/**
 * Cancels the event of a source that was removed from the calendar, unless the event has another source now. The event
 * first: a retry after a crash still finds the source.
 */
export async function endSource(context: CommandContext, workspace: Workspace, source: CalendarSource): Promise<void> {
  await endEventOf(context, workspace, source.eventId, source);
  await context.changes.save({ at: context.clock.now(), writes: [[removeCalendarSource(source)]] });
}

/** Cancels the event of a source. A live or past meeting is not changed. */
export async function endEventOf(
  context: CommandContext,
  workspace: Workspace,
  id: CalendarEventId,
  source: SourceName,
): Promise<void> {
  await cancelUpcomingEvent(context)(workspace, id, (event) => event.cancelledAt === null && isOf(event, source));
}

const isOf = (event: CalendarEvent, { connectionId, sourceId }: SourceName): boolean =>
  event.connectionId === connectionId && event.sourceId === sourceId;
