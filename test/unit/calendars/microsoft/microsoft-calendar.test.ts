import { microsoftCalendar } from '#shared/calendars/microsoft/microsoft-calendar';
import { microsoftUrls } from '#shared/calendars/requests/provider-urls';
import { DAY_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { anApi, atNoon, json, noon, nothing, type Reply, thrownBy } from '#test/unit/calendars/requests/an-api';
import { exceptionJson, graphJson, masterJson, sparseJson } from './a-graph-event.ts';

const ACCESS = 'EwB-canary-of-microsoft';
const DELTA = 'https://graph.microsoft.com/v1.0/me/calendarView/delta';
const window = {
  from: Date.parse('2026-11-20T00:00:00Z') as Instant,
  to: Date.parse('2026-12-19T00:00:00Z') as Instant,
};
const wanted = {
  id: '3f1c',
  address: 'https://app.test/hooks/microsoft',
  secret: 's3cret',
  until: later(noon, MINUTE_MS),
};

function aCalendar(...replies: readonly Reply[]) {
  const api = anApi(...replies);
  return { ...api, calendar: microsoftCalendar({ urls: microsoftUrls(), clock: atNoon, fetch: api.fetch }) };
}

const page = (value: readonly unknown[], next: Readonly<Record<string, unknown>> = delta('d1')) =>
  json({ value, ...next });
const more = (token: string) => ({ '@odata.nextLink': `${DELTA}?$skiptoken=${token}` });
const delta = (token: string) => ({ '@odata.deltaLink': `${DELTA}?$deltatoken=${token}` });

/** A calendar that was read once, when it was empty. */
async function aReadCalendar(...replies: readonly Reply[]) {
  const known = aCalendar(page([]), ...replies);
  const { cursor } = await known.calendar.readWindow(ACCESS, window);
  return { ...known, readOn: () => known.calendar.readOn(ACCESS, cursor) };
}

describe('reading a Microsoft calendar', () => {
  it('requests the events in the window, and follows the links', async () => {
    const { calendar, seen } = aCalendar(
      page([graphJson({ id: '1' })], more('s1')),
      page([graphJson({ id: '2' })]),
      page([]),
    );

    const first = await calendar.readWindow(ACCESS, window);
    const second = await calendar.readOn(ACCESS, first.cursor);
    const third = await calendar.readOn(ACCESS, second.cursor);

    expect([first, second, third].map(({ isLast }) => isLast)).toEqual([false, true, true]);
    expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(['1', '2']);
    expect(seen.map(({ url }) => url.href)).toEqual([
      `${DELTA}?startDateTime=2026-11-20T00%3A00%3A00.000Z&endDateTime=2026-12-19T00%3A00%3A00.000Z`,
      `${DELTA}?$skiptoken=s1`,
      `${DELTA}?$deltatoken=d1`,
    ]);
    for (const { headers } of seen) {
      expect(headers.get('prefer')).toBe(
        'odata.maxpagesize=200, IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="text"',
      );
      expect(headers.get('authorization')).toBe(`Bearer ${ACCESS}`);
    }
  });

  it('completes occurrences from the master on the page, which is no occurrence itself', async () => {
    const { calendar, seen } = aCalendar(page([masterJson(), sparseJson(24), sparseJson(25)]));

    const { events } = await calendar.readWindow(ACCESS, window);

    expect(events).toMatchObject([
      { kind: 'occurrence', id: 'O24', title: 'Stand-up', icalUid: 'series-uid' },
      { kind: 'occurrence', id: 'O25', title: 'Stand-up', icalUid: 'series-uid' },
    ]);
    expect(seen).toHaveLength(1);
  });

  it('fetches a master that is not on the page once', async () => {
    const { calendar, seen } = aCalendar(page([sparseJson(24), sparseJson(25), exceptionJson()]), json(masterJson()));

    const { events } = await calendar.readWindow(ACCESS, window);

    expect(events.map((one) => 'icalUid' in one && one.icalUid)).toEqual(Array(3).fill('series-uid'));
    expect(seen.slice(1).map(({ url }) => url.href)).toEqual(['https://graph.microsoft.com/v1.0/me/events/M1']);
    expect(seen[1]?.headers.get('prefer')).toContain('IdType="ImmutableId"');
  });

  it('reports occurrences of a deleted series as deleted', async () => {
    const { calendar } = aCalendar(page([sparseJson(24)]), nothing(404));

    expect((await calendar.readWindow(ACCESS, window)).events).toEqual([{ kind: 'gone', id: 'O24' }]);
  });

  it('passes over an event that it cannot read, and reads the others', async () => {
    const { calendar } = aCalendar(page([{ id: '1', start: 'tomorrow' }, graphJson({ id: '2' })]));

    expect((await calendar.readWindow(ACCESS, window)).events).toMatchObject([
      { kind: 'unread', id: '1', code: 'unreadable_event' },
      { kind: 'occurrence', id: '2' },
    ]);
  });

  it.each([
    ['refuses with 400', json({ error: { code: 'ErrorInvalidRequest' } }, { status: 400 })],
    ['refuses with 403', json({ error: { code: 'ErrorAccessDenied' } }, { status: 403 })],
    ['sends in another shape', json({ id: 1 })],
  ])('passes over a series whose master Graph %s, and reads the others', async (_case, answer) => {
    const { calendar } = aCalendar(page([sparseJson(24), graphJson({ id: '2' })]), answer);

    expect((await calendar.readWindow(ACCESS, window)).events).toMatchObject([
      { kind: 'unread', id: 'O24', code: 'unreadable_series' },
      { kind: 'occurrence', id: '2' },
    ]);
  });

  it('reports the remaining occurrences of a changed series after the first round', async () => {
    const { readOn } = await aReadCalendar(page([masterJson(), sparseJson(24), exceptionJson()]));

    const { events } = await readOn();

    expect(events).toMatchObject([
      { kind: 'occurrence', id: 'O24' },
      { kind: 'occurrence', id: 'E1' },
      { kind: 'series', id: 'M1', occurrenceIds: ['O24', 'E1'] },
    ]);
  });

  it('reports them also when the master is not on the page', async () => {
    const { readOn } = await aReadCalendar(page([sparseJson(24), exceptionJson()]), json(masterJson()));

    expect((await readOn()).events.at(-1)).toEqual({ kind: 'series', id: 'M1', occurrenceIds: ['O24', 'E1'] });
  });

  it('reports an exception by itself as a single event', async () => {
    const { readOn } = await aReadCalendar(page([exceptionJson()]), json(masterJson()));

    expect((await readOn()).events.map(({ kind }) => kind)).toEqual(['occurrence']);
  });

  it('reports a series that left the window, and one that was deleted', async () => {
    const { readOn } = await aReadCalendar(page([masterJson(), { id: 'M2', '@removed': { reason: 'deleted' } }]));

    expect((await readOn()).events).toEqual([
      { kind: 'gone', id: 'M2' },
      { kind: 'series', id: 'M1', occurrenceIds: [] },
    ]);
  });

  it('never sends a request to another host, whatever the cursor', async () => {
    const { calendar, seen } = aCalendar();
    for (const link of [
      'https://graph.microsoft.com.evil.test/v1.0/me/calendarView/delta',
      'https://evil.test/v1.0/me',
      'http://graph.microsoft.com/v1.0/me/calendarView/delta',
      'https://graph.microsoft.com@evil.test/v1.0/me',
      'https://graph.microsoft.com/beta/me',
      'nowhere',
    ]) {
      const cursor = JSON.stringify({ link, isFirstRound: false });
      expect(await thrownBy(calendar.readOn(ACCESS, cursor))).toMatchObject({ name: 'CursorExpired' });
    }
    for (const cursor of ['', 'null', '{}', 'nonsense'])
      expect(await thrownBy(calendar.readOn(ACCESS, cursor))).toMatchObject({ name: 'CursorExpired' });
    expect(seen).toEqual([]);
  });

  it('reads the window anew where Graph can make nothing of a link', async () => {
    const { readOn } = await aReadCalendar(json({ error: { code: 'BadRequest' } }, { status: 400 }));

    expect(await thrownBy(readOn())).toMatchObject({ name: 'CursorExpired' });
  });

  it.each([
    ['no JSON', new Response('<html>')],
    ['another shape', json({ value: [{ id: 1 }] })],
    ['a page without a link to go on by', json({ value: [] })],
  ])('treats as an invalid response: %s', async (_case, answer) => {
    const { calendar } = aCalendar(answer);

    expect(await thrownBy(calendar.readWindow(ACCESS, window))).toMatchObject({ name: 'ProviderDown' });
  });

  it('never has the token in an error', async () => {
    const failing = () => {
      throw new TypeError(`fetch failed for Bearer ${ACCESS}`);
    };
    const { calendar } = aCalendar(failing, json({ error: { code: ACCESS, message: ACCESS } }, { status: 400 }));

    for (const _time of [1, 2]) {
      const error = (await thrownBy(calendar.readWindow(ACCESS, window))) as Error;
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('canary');
    }
  });
});

const subscription = (id: string, endsAt: Instant = later(noon, MINUTE_MS)) =>
  json({ id, resource: 'me/events', expirationDateTime: isoOf(endsAt), clientState: null }, { status: 201 });
const old = { id: 'sub/1', resourceId: null, endsAt: noon };

describe('watching a Microsoft calendar', () => {
  it('subscribes to its events and to lifecycle notifications', async () => {
    const { calendar, seen } = aCalendar(subscription('sub-1'));

    expect(await calendar.watch(ACCESS, wanted)).toEqual({ id: 'sub-1', resourceId: null, endsAt: noon + MINUTE_MS });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        body: {
          changeType: 'created,updated,deleted',
          resource: 'me/events',
          notificationUrl: 'https://app.test/hooks/microsoft',
          lifecycleNotificationUrl: 'https://app.test/hooks/microsoft',
          clientState: 's3cret',
          expirationDateTime: '2026-11-21T12:01:00.000Z',
        },
      },
    ]);
    expect(seen[0]?.url.href).toBe('https://graph.microsoft.com/v1.0/subscriptions');
  });

  it('subscribes for a little less than seven days at most', async () => {
    const { calendar, seen } = aCalendar(subscription('sub-1'));

    await calendar.watch(ACCESS, { ...wanted, until: later(noon, 30 * DAY_MS) });

    expect(seen[0]?.body).toMatchObject({ expirationDateTime: isoOf(later(noon, 10_070 * MINUTE_MS)) });
  });

  it('renews the same subscription, which keeps its secret', async () => {
    const { calendar, seen } = aCalendar(subscription('sub/1'));

    expect(await calendar.renewWatch(ACCESS, old, wanted)).toMatchObject({ id: 'sub/1' });
    expect(seen).toMatchObject([{ method: 'PATCH', body: { expirationDateTime: '2026-11-21T12:01:00.000Z' } }]);
    expect(seen[0]?.url.href).toBe('https://graph.microsoft.com/v1.0/subscriptions/sub%2F1');
  });

  it('creates another subscription when the first has expired', async () => {
    const { calendar, seen } = aCalendar(nothing(404), subscription('sub-2'));

    expect(await calendar.renewWatch(ACCESS, old, wanted)).toMatchObject({ id: 'sub-2' });
    expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
  });

  it('stops a subscription that may have ended already', async () => {
    const { calendar, seen } = aCalendar(nothing(204), nothing(404), nothing(500));

    await calendar.stopWatch(ACCESS, old);
    await calendar.stopWatch(ACCESS, old);
    expect(await thrownBy(calendar.stopWatch(ACCESS, old))).toMatchObject({ name: 'ProviderDown' });
    expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
  });
});
