import { googleCalendar } from '#shared/calendars/google/google-calendar';
import { googleUrls } from '#shared/calendars/requests/provider-urls';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { anApi, atNoon, json, noon, nothing, type Reply, thrownBy } from '#test/unit/calendars/requests/an-api';
import { googleJson } from './a-google-event.ts';

const ACCESS = 'ya29.canary-of-google';
const window = {
  from: Date.parse('2026-11-20T00:00:00Z') as Instant,
  to: Date.parse('2026-12-19T00:00:00Z') as Instant,
};
const wanted = {
  id: '3f1c',
  address: 'https://app.test/hooks/google',
  secret: 's3cret',
  until: later(noon, MINUTE_MS),
};

function aCalendar(...replies: readonly Reply[]) {
  const api = anApi(...replies);
  return { ...api, calendar: googleCalendar({ urls: googleUrls(), clock: atNoon, fetch: api.fetch }) };
}

const page = (more: Readonly<Record<string, unknown>>) => json({ kind: 'calendar#events', timeZone: 'UTC', ...more });

describe('reading a Google calendar', () => {
  it('requests the expanded events in the window, page by page', async () => {
    const { calendar, seen } = aCalendar(
      page({ items: [googleJson({ id: '1' })], nextPageToken: 'p2' }),
      page({ items: [googleJson({ id: '2' })], nextSyncToken: 'sync-1' }),
    );

    const first = await calendar.readWindow(ACCESS, window);
    const second = await calendar.readOn(ACCESS, first.cursor);

    expect([first.isLast, second.isLast]).toEqual([false, true]);
    expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(['1', '2']);
    expect(seen.map(({ url }) => `${url.origin}${url.pathname}`)).toEqual(
      Array(2).fill('https://www.googleapis.com/calendar/v3/calendars/primary/events'),
    );
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toMatchObject({
      singleEvents: 'true',
      timeMin: '2026-11-20T00:00:00.000Z',
      timeMax: '2026-12-19T00:00:00.000Z',
    });
    expect(seen[0]?.url.searchParams.getAll('eventTypes')).toEqual(['default', 'fromGmail']);
    expect(seen[1]?.url.searchParams.get('pageToken')).toBe('p2');
    expect(seen[1]?.url.searchParams.get('timeMin')).toBe('2026-11-20T00:00:00.000Z');
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${ACCESS}`);
  });

  it('requests the changes by the sync token only, on every page', async () => {
    const { calendar, seen } = aCalendar(
      page({ nextSyncToken: 'sync-1' }),
      page({ items: [{ id: '1', status: 'cancelled' }], nextPageToken: 'p2' }),
      page({ nextSyncToken: 'sync-2' }),
    );
    const { cursor } = await calendar.readWindow(ACCESS, window);

    const first = await calendar.readOn(ACCESS, cursor);
    await calendar.readOn(ACCESS, first.cursor);

    expect(first.events).toEqual([{ kind: 'gone', id: '1' }]);
    for (const { url } of seen.slice(1)) {
      expect(url.searchParams.get('syncToken')).toBe('sync-1');
      expect(url.searchParams.get('singleEvents')).toBe('true');
      expect([...url.searchParams.keys()]).not.toEqual(expect.arrayContaining(['timeMin']));
      expect([...url.searchParams.keys()]).not.toEqual(expect.arrayContaining(['timeMax']));
    }
    expect(seen[2]?.url.searchParams.get('pageToken')).toBe('p2');
  });

  it.each([
    ['with its id', { id: '2', start: 'tomorrow' }, '2'],
    ['without an id', { start: {} }, null],
    ['that is no object', 'nonsense', null],
  ])('passes over an event that it cannot read %s, and reads the others', async (_case, item, id) => {
    const { calendar } = aCalendar(page({ items: [googleJson({ id: '1' }), item], nextSyncToken: 'sync-1' }));

    expect((await calendar.readWindow(ACCESS, window)).events).toMatchObject([
      { kind: 'occurrence', id: '1' },
      { kind: 'unread', id, code: 'unreadable_event' },
    ]);
  });

  it.each([
    ['no JSON', new Response('<html>')],
    ['another shape', json({ items: {} })],
    ['a list that ends without a token', page({ items: [] })],
  ])('treats as an invalid response: %s', async (_case, answer) => {
    const { calendar } = aCalendar(answer);

    expect(await thrownBy(calendar.readWindow(ACCESS, window))).toMatchObject({
      name: 'ProviderDown',
      isInvalidResponse: true,
    });
  });

  it.each(['', 'null', '{}', '{"window":{"from":1}}', 'nonsense'])(
    'refuses a cursor that it did not write: %j',
    async (cursor) => {
      const { calendar, seen } = aCalendar();

      expect(await thrownBy(calendar.readOn(ACCESS, cursor))).toMatchObject({ name: 'CursorExpired' });
      expect(seen).toEqual([]);
    },
  );

  it('never has the token in an error', async () => {
    const failing = () => {
      throw new TypeError(`fetch failed for Bearer ${ACCESS}`);
    };
    const refused = () => json({ error: { errors: [{ reason: ACCESS }], message: ACCESS } }, { status: 400 });
    const { calendar } = aCalendar(failing, refused);

    for (const _time of [1, 2]) {
      const error = (await thrownBy(calendar.readWindow(ACCESS, window))) as Error;
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('canary');
    }
  });
});

const channel = (id: string) =>
  json({ kind: 'api#channel', id, resourceId: 'o3hgv1', resourceUri: 'https://x', expiration: String(noon + 5_000) });

describe('watching a Google calendar', () => {
  it('opens a channel, whose secret comes with every notification', async () => {
    const { calendar, seen } = aCalendar(channel('3f1c'));

    expect(await calendar.watch(ACCESS, wanted)).toEqual({ id: '3f1c', resourceId: 'o3hgv1', endsAt: noon + 5_000 });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        body: {
          id: '3f1c',
          type: 'web_hook',
          address: 'https://app.test/hooks/google',
          token: 's3cret',
          expiration: String(noon + MINUTE_MS),
        },
      },
    ]);
    expect(seen[0]?.url.pathname).toBe('/calendar/v3/calendars/primary/events/watch');
  });

  it('renews by another channel, and then stops the first', async () => {
    const { calendar, seen } = aCalendar(channel('next'), nothing(204));

    const old = { id: 'old', resourceId: 'o1', endsAt: noon };
    expect(await calendar.renewWatch(ACCESS, old, { ...wanted, id: 'next' })).toMatchObject({ id: 'next' });
    expect(seen[1]?.url.href).toBe('https://www.googleapis.com/calendar/v3/channels/stop');
    expect(seen[1]?.body).toEqual({ id: 'old', resourceId: 'o1' });
  });

  it('is renewed also when the first channel cannot be stopped', async () => {
    const { calendar } = aCalendar(channel('next'), nothing(503));

    const old = { id: 'old', resourceId: 'o1', endsAt: noon };
    expect(await calendar.renewWatch(ACCESS, old, { ...wanted, id: 'next' })).toMatchObject({ id: 'next' });
  });

  it('stops a channel that may be stopped already', async () => {
    const { calendar } = aCalendar(nothing(404), nothing(503));
    const old = { id: 'old', resourceId: 'o1', endsAt: noon };

    await calendar.stopWatch(ACCESS, old);
    expect(await thrownBy(calendar.stopWatch(ACCESS, old))).toMatchObject({ name: 'ProviderDown' });
  });
});
