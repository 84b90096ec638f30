import * as v from 'valibot';
import type { Notification } from '#shared/calendars/sync/commands/request-sync';
import type { HookRequest } from './hook-request.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const ChangeNotification = v.object({
  subscriptionId: text,
  clientState: text,
  lifecycleEvent: v.optional(v.string()),
});

/** Graph batches the notifications of many subscriptions. The poll finds the changes of those beyond this number. */
const MAX_NOTIFICATIONS = 20;
/** A notification takes less than a kilobyte. Anyone may send a body: parsing it takes no longer than a millisecond. */
const MAX_BODY_BYTES = 128_000;

/** The notifications in the body of a Microsoft Graph request, without those that are invalid. */
export function microsoftNotifications({ body }: HookRequest): readonly Notification[] {
  const all = valuesIn(body).slice(0, MAX_NOTIFICATIONS);
  return all.flatMap((each) => {
    const one = v.safeParse(ChangeNotification, each);
    if (!one.success) return [];
    const { subscriptionId: channelId, clientState, lifecycleEvent } = one.output;
    return [{ channelId, clientState, type: typeOf(lifecycleEvent) }];
  });
}

function valuesIn(body: string): readonly unknown[] {
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return [];
  try {
    const read = v.safeParse(v.object({ value: v.array(v.unknown()) }), JSON.parse(body));
    return read.success ? read.output.value : [];
  } catch {
    return [];
  }
}

/** `missed`, and any other lifecycle event, means that the calendar may have changed. */
function typeOf(lifecycleEvent: string | undefined): Notification['type'] {
  if (lifecycleEvent === 'reauthorizationRequired') return 'renew';
  return lifecycleEvent === 'subscriptionRemoved' ? 'ended' : 'changed';
}

const TOKEN = /^[^<>&"'\p{Cc}]{1,2000}$/u;

/**
 * Graph validates the endpoint before it creates a subscription: the response is the token as plain text. A token with
 * characters of markup is refused.
 */
export const validationTokenIn = ({ query }: HookRequest): 'none' | 'refused' | { readonly token: string } => {
  const token = query.get('validationToken');
  if (token === null) return 'none';
  return TOKEN.test(token) ? { token } : 'refused';
};
