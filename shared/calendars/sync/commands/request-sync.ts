import { calendarConnections } from '#shared/calendars/connections/store';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { isLeased, requested } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { Changes } from '#shared/commands/changes';
import { command } from '#shared/commands/command';
import type { CalendarConnectionId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';

/** Requests a sync run over the API. It counts towards the limit even where a run is due already. */
export const requestSync = command(async (context, id: CalendarConnectionId) => {
  const [connection, sync] = await Promise.all([
    calendarConnections.find(context.table, id),
    calendarSyncs.find(context.table, id),
  ]);
  if (!connection) throw notFound('calendar connection');
  if (connection.state.status !== 'active')
    throw conflict('The calendar connection is not active: nothing is synced until the member consents again.');
  const at = context.clock.now();
  const limits = [context.useOf('calendar_syncs', connection.state.workspaceId, at)];
  await context.changes.save({ ...dueNow(id, sync, at), limits, result: connection.state });
  return connection.state;
});

type Transition = (sync: CalendarSync, now: Instant) => CalendarSync;

/** Makes the next sync run due now, after another transition of the sync where one is given. */
export const scheduleSync = command(
  async (context, id: CalendarConnectionId, transition: Transition = (sync) => sync): Promise<void> => {
    const sync = await calendarSyncs.find(context.table, id);
    await context.changes.save(dueNow(id, sync, context.clock.now(), transition));
  },
);

/** A run that is due already, or that is running, has its message under way: only a new due time sends one. */
function dueNow(
  connectionId: CalendarConnectionId,
  before: Loaded<CalendarSync> | undefined,
  at: Instant,
  transition: Transition = (sync) => sync,
): Changes {
  if (!before) return { at };
  const after = requested(transition(before.state, at), at);
  if (after === before.state) return { at };
  const isDueNow = after.dueAt !== null && after.dueAt <= at && !isLeased(after, at);
  return {
    at,
    writes: [calendarSyncs.put(before, after)],
    jobs: isDueNow ? [{ type: 'calendar.due', connectionId }] : [],
  };
}
