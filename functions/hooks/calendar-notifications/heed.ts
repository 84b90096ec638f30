import type { heedNotification } from '#shared/calendars/sync/commands/ask-for-pass';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import { watched, watchToRenew } from '#shared/calendars/sync/rules/sync-transitions';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';

/** What a provider says of a watch, still to be believed. */
export interface Notification {
  readonly channelId: string;
  readonly secret: string;
  readonly says: 'changed' | 'renew' | 'ended';
}

interface Needs {
  readonly syncs: CalendarSyncStore;
  readonly secrets: OneTimeSecrets;
  readonly heed: ReturnType<typeof heedNotification>;
}

/**
 * Makes the connection's pass due, if the notification carries the secret of the watch that stands. Of anything else,
 * of a late one and of a second one nothing comes.
 */
export async function heed(needs: Needs, { channelId, secret, says }: Notification): Promise<'heeded' | 'unknown'> {
  const id = await needs.syncs.connectionOf(channelId);
  if (!id || !(await isBelieved(needs, id, channelId, secret))) return 'unknown';
  await needs.heed(id, (sync, now) => {
    if (says === 'changed' || sync.watch?.id !== channelId) return sync;
    return says === 'renew' ? watchToRenew(sync, now) : watched(sync, null);
  });
  return 'heeded';
}

async function isBelieved(
  { syncs, secrets }: Needs,
  id: CalendarConnectionId,
  channelId: string,
  secret: string,
): Promise<boolean> {
  const watch = (await syncs.find(id))?.state.watch;
  return watch?.id === channelId && secrets.isOf(secret, watch.secretDigest);
}
