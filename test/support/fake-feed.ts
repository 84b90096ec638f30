import { createHash } from 'node:crypto';
import { feedAccess, feedCalendar } from '#shared/calendars/feeds/feed-calendar';
import { httpFeed } from '#shared/calendars/feeds/http-feed';
import type { FeedFile, ReadFeed } from '#shared/calendars/feeds/ports';
import { threadedReader } from '#shared/calendars/feeds/reader/threaded-reader';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Clock } from '#shared/foundation/core/clock';

/** Reads feeds as the deployed worker does; one thread for all tests of a file. */
export const threaded = threadedReader(new URL(import.meta.resolve('#shared/calendars/feeds/reader/feed-thread')));

export const fileOf = (text: string): FeedFile => ({ bytes: Buffer.from(text), charset: null });

export const readInThread = (text: string, window: SyncWindow): ReturnType<ReadFeed> => threaded(fileOf(text), window);

/** A server that publishes one iCalendar file, with an ETag, at any URL. */
export function fakeFeed(clock: Clock) {
  const server = { text: aCalendar(), status: 200, hasValidators: true, beforeAnswer: (): void => undefined };
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    server.beforeAnswer();
    const { text, status, hasValidators } = server;
    if (status !== 200) return new Response('', { status });
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    if (hasValidators && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
    return new Response(text, { headers: hasValidators ? { etag } : {} });
  };
  return {
    server,
    requests,
    calendar: feedCalendar({ fetchFeed: httpFeed({ fetch, clock }), readFeed: threaded, clock }),
    consent: feedAccess(clock),
    publish(...events: readonly string[]): void {
      server.text = aCalendar(...events);
    },
  };
}

export type FakeFeed = ReturnType<typeof fakeFeed>;

export const aCalendar = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');

/** An event of these lines. */
export const anIcalEvent = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
