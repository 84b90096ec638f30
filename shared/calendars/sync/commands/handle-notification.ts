import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { watched, watchToRenew } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncStore, calendarSyncs } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/commands/context';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';

/** A push notification of a provider, not verified. */
export interface Notification {
  readonly channelId: string;
  readonly secret: string;
  readonly type: 'changed' | 'renew' | 'ended';
}

interface NotificationContext extends CommandContext {
  readonly secrets: OneTimeSecrets;
}

/**
 * Makes the connection's sync run due, if the notification carries the secret of the current watch. Any other
 * notification changes nothing, and neither does the second of two.
 */
export const handleNotification =
  (context: NotificationContext) =>
  async ({ channelId, secret, type }: Notification): Promise<'handled' | 'unknown'> => {
    const id = await calendarSyncStore(context.table).connectionOf(channelId);
    if (!id || !(await isVerified(context, id, channelId, secret))) return 'unknown';
    await scheduleSync(context)(id, (sync, now) => {
      if (type === 'changed' || sync.watch?.id !== channelId) return sync;
      return type === 'renew' ? watchToRenew(sync, now) : watched(sync, null);
    });
    return 'handled';
  };

async function isVerified(
  { table, secrets }: NotificationContext,
  id: CalendarConnectionId,
  channelId: string,
  secret: string,
): Promise<boolean> {
  const watch = (await calendarSyncs.find(table, id))?.state.watch;
  return watch?.id === channelId && secrets.isOf(secret, watch.secretDigest);
}
