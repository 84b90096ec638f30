import type { Notification } from './heed.ts';
import type { HookRequest } from './hook-request.ts';

/** A channel's headers are all that is read: Google sends no body. The id is ours, a UUID; its other form is nobody's. */
const LONGEST = 128;

/** What Google says of a watch channel; nothing where there is nothing to do, or the request is none of theirs. */
export function googleNotifications({ headers }: HookRequest): readonly Notification[] {
  const channelId = headers['x-goog-channel-id'];
  const secret = headers['x-goog-channel-token'];
  const state = headers['x-goog-resource-state'];
  // `sync` comes once, when the channel was made: nothing has changed by that.
  if (!channelId || !secret || !state || state === 'sync') return [];
  if (channelId.length > LONGEST || secret.length > LONGEST) return [];
  return [{ channelId, secret, says: 'changed' }];
}
