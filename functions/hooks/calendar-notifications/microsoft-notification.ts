import * as v from 'valibot';
import type { Notification } from './heed.ts';
import type { HookRequest } from './hook-request.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const One = v.object({
  subscriptionId: text,
  clientState: text,
  lifecycleEvent: v.optional(v.string()),
});

/** Graph gathers the notifications of many subscriptions; beyond so many, the poll finds what changed. */
const MOST = 200;
const LONGEST_BODY = 1_000_000;

/** What Graph says of its subscriptions; entries that make no sense are left out, one by one. */
export function microsoftNotifications({ body }: HookRequest): readonly Notification[] {
  const all = valuesIn(body).slice(0, MOST);
  return all.flatMap((each) => {
    const one = v.safeParse(One, each);
    if (!one.success) return [];
    const { subscriptionId: channelId, clientState: secret, lifecycleEvent } = one.output;
    return [{ channelId, secret, says: meaningOf(lifecycleEvent) }];
  });
}

function valuesIn(body: string): readonly unknown[] {
  if (body.length > LONGEST_BODY) return [];
  try {
    const read = v.safeParse(v.object({ value: v.array(v.unknown()) }), JSON.parse(body));
    return read.success ? read.output.value : [];
  } catch {
    return [];
  }
}

/** `missed`, and whatever they may think of: look at the calendar. */
function meaningOf(lifecycleEvent: string | undefined): Notification['says'] {
  if (lifecycleEvent === 'reauthorizationRequired') return 'renew';
  return lifecycleEvent === 'subscriptionRemoved' ? 'ended' : 'changed';
}

const TOKEN = /^[^<>&"'\p{Cc}]{1,2000}$/u;

/**
 * Graph asks, before it makes a subscription, whether we want it: the token goes back as it came, as plain text. What
 * a page could take for markup is none.
 */
export const validationTokenIn = ({ query }: HookRequest): 'none' | 'refused' | { readonly token: string } => {
  const token = query.get('validationToken');
  if (token === null) return 'none';
  return TOKEN.test(token) ? { token } : 'refused';
};
