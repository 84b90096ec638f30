import { syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { VerifyClientState } from '#shared/calendars/sync/ports';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { isLeased, requested, watched, watchToRenew } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { Changes } from '#shared/foundation/commands/changes';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CalendarConnectionId, CalendarId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { OneTimeSecrets } from '#shared/foundation/core/secrets';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';

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
  const result = syncedAsOf(connection.state, sync?.state);
  await context.changes.save({ ...dueNow(id, sync, at), limits, result });
  return result;
});

/** Makes the next sync run due now. */
export const scheduleSync = command(async (context, id: CalendarId): Promise<void> => {
  const sync = await calendarSyncs.find(context.table, id);
  await context.changes.save(dueNow(id, sync, context.clock.now()));
});

/**
 * The change that makes the next sync run due now, after another transition of the sync where one is given. A run that
 * is due already, or that is running, has its message under way: only a new due time sends one.
 */
function dueNow(
  calendarId: CalendarId,
  before: Loaded<CalendarSync> | undefined,
  at: Instant,
  transition: (sync: CalendarSync) => CalendarSync = (sync) => sync,
): Changes {
  if (!before) return { at };
  const after = requested(transition(before.state), at);
  if (after === before.state) return { at };
  const isDueNow = after.dueAt !== null && after.dueAt <= at && !isLeased(after, at);
  return {
    at,
    writes: [calendarSyncs.put(before, after)],
    jobs: isDueNow ? [{ type: 'calendar.due', calendarId }] : [],
  };
}

/** A push notification of a provider, not verified. */
export interface Notification {
  readonly channelId: string;
  readonly clientState: string;
  readonly type: 'changed' | 'renew' | 'ended';
}

interface NotificationContext extends CommandContext {
  readonly connectionIn: VerifyClientState;
  readonly secrets: OneTimeSecrets;
}

/**
 * Makes the connection's sync run due, if the notification carries the client state of the current watch. Any other
 * notification changes nothing, and neither does the second of two. A state that does not certify itself costs no read,
 * any other one.
 */
export const handleNotification = command(
  async (
    { table, clock, changes, connectionIn, secrets }: NotificationContext,
    { channelId, clientState, type }: Notification,
  ): Promise<'handled' | 'unknown'> => {
    const id = await connectionIn(clientState);
    const sync = id && (await calendarSyncs.find(table, id));
    const watch = sync?.state.watch;
    if (!watch || watch.id !== channelId || !secrets.isOf(clientState, watch.secretDigest)) return 'unknown';
    const at = clock.now();
    await changes.save(
      dueNow(sync.state.calendarId, sync, at, (state) => {
        if (type === 'changed') return state;
        return type === 'renew' ? watchToRenew(state, at) : watched(state, null);
      }),
    );
    return 'handled';
  },
);
