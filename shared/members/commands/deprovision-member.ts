import { endEvents } from '#shared/calendar-events/commands/end-events';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { CommandContext } from '#shared/commands/context';
import type { RemovedMember } from '#shared/members/rules/member';

/**
 * Disconnects the calendars of a member who was removed, then ends some of their upcoming events; answers where to go
 * on, or undefined after the last. What has ended before stays as it is.
 */
export const deprovisionMember =
  (context: CommandContext) =>
  async (removed: RemovedMember, after: string | undefined): Promise<string | undefined> => {
    if (after === undefined) await disconnectAll(context, removed);
    return endEvents(context)({ ...removed, connectionId: null }, after);
  };

async function disconnectAll(context: CommandContext, { connectionIds }: RemovedMember): Promise<void> {
  for (const id of connectionIds)
    if (await calendarConnections.find(context.table, id)) await disconnectCalendar(context)(id);
}
