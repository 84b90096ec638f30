import type { Notification } from '#shared/calendars/sync/commands/request-sync';
import type { HookRequest } from './hook-request.ts';

/** The channel id is a UUID of ours, and the token its client state; anything longer is not ours. */
const MAX_LENGTH = 128;

/** The notification in the headers of a Google request; none for another request. Google sends no body. */
export function googleNotifications({ headers }: HookRequest): readonly Notification[] {
  const channelId = headers['x-goog-channel-id'];
  const clientState = headers['x-goog-channel-token'];
  const state = headers['x-goog-resource-state'];
  // Google sends `sync` once, when the channel is created.
  if (!channelId || !clientState || !state || state === 'sync') return [];
  if (channelId.length > MAX_LENGTH || clientState.length > MAX_LENGTH) return [];
  return [{ channelId, clientState, type: 'changed' }];
}
