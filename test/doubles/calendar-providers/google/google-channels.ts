import { createHash } from 'node:crypto';
import type { Clock } from '#shared/foundation/core/clock';
import { DAY_MS, type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { bodyOf, json, noContent, textIn } from '#test/doubles/calendar-providers/server/answers';
import { mayBeCalled } from '#test/doubles/calendar-providers/server/may-be-called';
import type { NotificationSender } from '#test/doubles/calendar-providers/server/notification-sender';
import { googleError, notFound } from './google-errors.ts';

interface Channel {
  readonly id: string;
  readonly email: string;
  readonly resourceId: string;
  readonly resourceUri: string;
  readonly address: string;
  readonly token: string | undefined;
  readonly endsAt: Instant;
  /** Goes up by more than one at times: only that it goes up is promised. */
  readonly messageNumber: number;
}

interface Desk {
  readonly clock: Clock;
  readonly notifications: NotificationSender;
  readonly origin: string;
}

/** Reference of events.watch: `params.ttl` is 604,800 s by default; more than that is not given here. */
const LONGEST_MS = 7 * DAY_MS;

/** developers.google.com/workspace/calendar/api/guides/push */
export function googleChannels({ clock, notifications, origin }: Desk) {
  const channels = new Map<string, Channel>();
  const live = (email: string) =>
    [...channels.values()].filter((channel) => channel.email === email && channel.endsAt > clock.now());

  const notify = (channel: Channel, state: 'sync' | 'exists') => {
    const messageNumber = channel.messageNumber + (state === 'sync' ? 1 : 7);
    channels.set(channel.id, { ...channel, messageNumber });
    const headers = {
      'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
      'content-length': '0',
      'x-goog-channel-id': channel.id,
      'x-goog-channel-expiration': new Date(channel.endsAt).toUTCString(),
      'x-goog-resource-state': state,
      'x-goog-message-number': String(messageNumber),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': channel.resourceUri,
      ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
    };
    const request = () => new Request(channel.address, { method: 'POST', headers });
    notifications.add({ watchId: channel.id, email: channel.email, about: state, at: clock.now(), request });
  };

  return {
    /** POST /calendars/primary/events/watch. The first message, `sync`, may come before the answer does. */
    async watch(email: string, request: Request): Promise<Response> {
      const wanted = wantedIn(await bodyOf(request), clock.now());
      if (wanted instanceof Response) return wanted;
      if (channels.has(wanted.id))
        return googleError(400, { reason: 'channelIdNotUnique', message: `Channel id ${wanted.id} not unique` });
      const resourceId = createHash('sha256').update(`events of ${email}`).digest('base64url').slice(0, 27);
      const resourceUri = `${origin}/calendar/v3/calendars/primary/events?alt=json`;
      const channel = { ...wanted, email, resourceId, resourceUri, messageNumber: 0 };
      notify(channel, 'sync');
      const { id, token, endsAt } = channel;
      return json(200, {
        kind: 'api#channel',
        id,
        resourceId,
        resourceUri,
        ...(token !== undefined && { token }),
        expiration: String(endsAt),
      });
    },
    /** POST /channels/stop: another's channel, and one that ended, are not found. */
    async stop(email: string, request: Request): Promise<Response> {
      const body = await bodyOf(request);
      const channel = channels.get(textIn(body, 'id') ?? '');
      const isTheirs = channel?.email === email && channel.resourceId === textIn(body, 'resourceId');
      if (!channel || !isTheirs || channel.endsAt <= clock.now())
        return notFound(`Channel '${textIn(body, 'id') ?? ''}' not found for project '764086051850'`);
      channels.delete(channel.id);
      return noContent();
    },
    changed(email: string): void {
      for (const channel of live(email)) notify(channel, 'exists');
    },
    endAllOf(email: string): void {
      for (const { id } of live(email)) channels.delete(id);
    },
    countOf: (email: string): number => live(email).length,
  };
}

type Wanted = Pick<Channel, 'id' | 'address' | 'token' | 'endsAt'>;

function wantedIn(body: Readonly<Record<string, unknown>>, now: Instant): Wanted | Response {
  const id = textIn(body, 'id') ?? '';
  const address = textIn(body, 'address') ?? '';
  const token = textIn(body, 'token');
  if (!['web_hook', 'webhook'].includes(textIn(body, 'type') ?? ''))
    return refused('channelUnknown', 'Unknown channel type');
  if (!/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) return refused('channelIdInvalid', `Invalid channel id: ${id}`);
  if (token !== undefined && token.length > 256) return refused('channelTokenTooLong', 'Channel token too long');
  if (!mayBeCalled(address)) return refused('push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  return { id, address, token, endsAt: endIn(body, now) };
}

/** `expiration` in milliseconds of the epoch, as a number or as text; else `params.ttl` in seconds. */
function endIn(body: Readonly<Record<string, unknown>>, now: Instant): Instant {
  const longest = later(now, LONGEST_MS);
  const expiration = Number(textIn(body, 'expiration') ?? Number.NaN);
  const { params } = body;
  const ttl = typeof params === 'object' && params !== null && 'ttl' in params ? Number(params.ttl) : Number.NaN;
  const wanted = Number.isNaN(expiration) ? now + ttl * SECOND_MS : expiration;
  return Number.isNaN(wanted) ? longest : (Math.min(wanted, longest) as Instant);
}

const refused = (reason: string, message: string): Response => googleError(400, { reason, message });
