import { Client, type Context, type GraphError, PageIterator } from '@microsoft/microsoft-graph-client';
import type { Event, Subscription } from '@microsoft/microsoft-graph-types';
import { DAY_MS, HOUR_MS, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { aMicrosoft, type MicrosoftOptions } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import { describe, expect, it } from '#test/support/jest';
import { aClock, MONDAY } from './a-clock.ts';

const ADA = 'ada@example.com';
const WINDOW = { startDateTime: isoOf(MONDAY), endDateTime: isoOf(later(MONDAY, 7 * DAY_MS)) };
const HOOK = 'https://app.test/hooks/microsoft';

type DeltaEvent = Event & { '@removed'?: { reason: string } };

/** Answers the handshake as a program has to. */
const echo = async (request: Request) => {
  const token = new URL(request.url).searchParams.get('validationToken');
  return token === null
    ? new Response(null, { status: 202 })
    : new Response(token, { headers: { 'content-type': 'text/plain' } });
};

/** Microsoft's own client, which knows the shapes; requests go to the test provider in this process. */
function ada(options: Partial<MicrosoftOptions> = {}) {
  const clock = aClock();
  const microsoft = aMicrosoft({ clock, send: echo, ...options });
  const { calendar } = microsoft.addAccount({ email: ADA, name: 'Ada Lovelace' });
  const { accessToken } = microsoft.grant(ADA);
  const api = Client.initWithMiddleware({
    baseUrl: `${microsoft.origin}/`,
    defaultVersion: 'v1.0',
    middleware: {
      async execute(context: Context) {
        const request = new Request(context.request, context.options as RequestInit);
        request.headers.set('authorization', `Bearer ${accessToken}`);
        context.response = await microsoft.fetch(request);
      },
    },
  });
  return { microsoft, calendar, api, clock };
}

async function round({ api }: Pick<ReturnType<typeof ada>, 'api'>, link?: string, pageSize = 50) {
  const events: DeltaEvent[] = [];
  const request = link === undefined ? api.api('/me/calendarView/delta').query(WINDOW) : api.api(link);
  const options = { headers: { Prefer: `odata.maxpagesize=${pageSize}` } };
  const first = await request.headers(options.headers).get();
  const pages = new PageIterator(api, first, (event: DeltaEvent) => events.push(event) > 0, options);
  await pages.iterate();
  const deltaLink = pages.getDeltaLink() ?? first['@odata.deltaLink'];
  return { events, deltaLink: String(deltaLink) };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ statusCode, code }: GraphError) => ({ statusCode, code }),
  );

describe('Microsoft’s own client', () => {
  it('goes through a first round, whose occurrences say no more than when they are', async () => {
    const there = ada();
    const series = there.calendar.addSeries({ title: 'Stand-up', rule: 'FREQ=DAILY;COUNT=3', startsAt: MONDAY });
    const talk = there.calendar.addEvent({
      title: 'Talk',
      startsAt: later(MONDAY, HOUR_MS),
      conferenceUrl: 'https://teams.microsoft.com/l/meetup-join/1',
    });
    const { events } = await round(there);
    expect(events).toMatchObject([
      { id: series, type: 'seriesMaster', subject: 'Stand-up', recurrence: { range: { type: 'numbered' } } },
      ...[2, 3, 4].map((day) => ({
        type: 'occurrence',
        seriesMasterId: series,
        start: { dateTime: `2026-11-0${day}T10:00:00.0000000`, timeZone: 'UTC' },
      })),
      { id: talk, type: 'singleInstance', onlineMeeting: { joinUrl: 'https://teams.microsoft.com/l/meetup-join/1' } },
    ]);
    expect(Object.keys(events[1] ?? {}).sort()).toEqual(
      ['@odata.type', '@odata.etag', 'id', 'seriesMasterId', 'type', 'start', 'end'].sort(),
    );
    const whole: Event = await there.api.api(`/me/events/${encodeURIComponent(events[1]?.id ?? '')}`).get();
    expect(whole).toMatchObject({ subject: 'Stand-up', type: 'occurrence', originalStart: '2026-11-02T10:00:00Z' });
    expect(whole.iCalUId).not.toBe(events[0]?.iCalUId);
  });

  it('never finds a series on two pages', async () => {
    const there = ada();
    for (const hour of [0, 1, 2]) there.calendar.addEvent({ startsAt: later(MONDAY, hour * HOUR_MS) });
    there.calendar.addSeries({ rule: 'FREQ=DAILY', startsAt: MONDAY });
    const first = await there.api
      .api('/me/calendarView/delta')
      .query(WINDOW)
      .headers({ Prefer: 'odata.maxpagesize=2' })
      .get();
    expect(first.value).toHaveLength(2);
    const { events } = await round(there, undefined, 2);
    expect(events).toHaveLength(11);
  });

  it('hears of a deleted occurrence only by the rest of its series', async () => {
    const there = ada();
    const series = there.calendar.addSeries({ rule: 'FREQ=DAILY;COUNT=3', startsAt: MONDAY });
    const { events, deltaLink } = await round(there);
    there.calendar.remove({ id: series, originalStartsAt: later(MONDAY, DAY_MS) });
    there.calendar.move({ id: series, originalStartsAt: MONDAY }, later(MONDAY, HOUR_MS));
    const later1 = await round(there, deltaLink);
    expect(later1.events.map(({ id, type }) => [id, type])).toEqual([
      [series, 'seriesMaster'],
      [events[1]?.id, 'exception'],
      [events[3]?.id, 'occurrence'],
    ]);
    expect((await round(there, later1.deltaLink)).events).toEqual([]);
    there.calendar.remove({ id: series });
    const gone = [{ id: series, '@removed': { reason: 'deleted' } }];
    expect((await round(there, later1.deltaLink)).events).toMatchObject(gone);
  });

  it('reports an event as removed when it left the window, or never was in it', async () => {
    const there = ada();
    const id = there.calendar.addEvent({ startsAt: MONDAY });
    const { deltaLink } = await round(there);
    there.calendar.move({ id }, later(MONDAY, 30 * DAY_MS));
    const outside = there.calendar.addEvent({ startsAt: later(MONDAY, 60 * DAY_MS) });
    const { events } = await round(there, deltaLink);
    expect(events.map((event) => [event.id, event['@removed']?.reason])).toEqual([
      [id, 'deleted'],
      [outside, 'deleted'],
    ]);
  });

  it('sees what was called off as cancelled', async () => {
    const there = ada();
    const id = there.calendar.addEvent({ title: 'Talk', startsAt: MONDAY });
    there.calendar.cancelByOrganizer({ id });
    expect((await round(there)).events).toMatchObject([{ id, isCancelled: true, subject: 'Canceled: Talk' }]);
  });

  it('fetches a master that a round left out', async () => {
    const there = ada({ alwaysWithMaster: false });
    const series = there.calendar.addSeries({
      title: 'Old',
      rule: 'FREQ=DAILY',
      startsAt: later(MONDAY, -30 * DAY_MS),
    });
    const { events } = await round(there);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['occurrence']));
    expect(await there.api.api(`/me/events/${encodeURIComponent(series)}`).get()).toMatchObject({
      type: 'seriesMaster',
      subject: 'Old',
    });
  });

  it('has times and texts as it prefers', async () => {
    const there = ada();
    const id = there.calendar.addEvent({ startsAt: MONDAY, description: '<p>Join <b>now</b></p>' });
    const prefer = 'outlook.timezone="Europe/Berlin", outlook.body-content-type="text"';
    const event: Event = await there.api
      .api(`/me/events/${encodeURIComponent(id)}`)
      .header('Prefer', prefer)
      .get();
    expect(event).toMatchObject({
      start: { dateTime: '2026-11-02T11:00:00.0000000', timeZone: 'Europe/Berlin' },
      body: { contentType: 'text', content: expect.stringMatching(/^Join\s+now$/) },
    });
  });

  it('has to begin anew when its link has expired', async () => {
    const there = ada();
    const { deltaLink } = await round(there);
    there.calendar.expireCursors();
    expect(await refusal(there.api.api(deltaLink).get())).toEqual({ statusCode: 410, code: 'SyncStateNotFound' });
    there.calendar.expireCursors();
    expect(await refusal(there.api.api(deltaLink).get())).toEqual({ statusCode: 410, code: 'resyncRequired' });
  });

  it('creates a subscription, receives notifications, renews and deletes it', async () => {
    const there = ada();
    const body: Subscription = {
      changeType: 'created,updated,deleted',
      resource: 'me/events',
      notificationUrl: HOOK,
      lifecycleNotificationUrl: HOOK,
      clientState: 'secret',
      expirationDateTime: isoOf(later(MONDAY, DAY_MS)),
    };
    const made: Subscription = await there.api.api('/subscriptions').post(body);
    expect(made).toMatchObject({ id: expect.any(String), clientState: 'secret', resource: 'me/events' });
    const eventId = there.calendar.addEvent({ startsAt: MONDAY });
    there.microsoft.lifecycle(ADA, 'reauthorizationRequired');
    const said = await Promise.all(there.microsoft.notifications.take().map(({ request }) => request().json()));
    const always = { subscriptionId: made.id, clientState: 'secret', tenantId: expect.any(String) };
    expect(said).toMatchObject([
      { value: [{ ...always, changeType: 'created', resource: expect.stringContaining(eventId) }] },
      { value: [{ ...always, lifecycleEvent: 'reauthorizationRequired' }] },
    ]);
    const at = there.api.api(`/subscriptions/${made.id}`);
    const expirationDateTime = isoOf(later(MONDAY, 2 * DAY_MS));
    expect(await at.patch({ expirationDateTime })).toMatchObject({ expirationDateTime });
    await at.delete();
    expect(await refusal(at.get())).toEqual({ statusCode: 404, code: 'ResourceNotFound' });
  });

  it('subscribes nowhere that does not answer as it should, nor for too long', async () => {
    const trouble = async (send: (request: Request) => Promise<Response>, minutes = 60) => {
      const there = ada({ send });
      const expirationDateTime = isoOf(later(MONDAY, minutes * MINUTE_MS));
      const body = { changeType: 'updated', resource: 'me/events', notificationUrl: HOOK, expirationDateTime };
      return there.api
        .api('/subscriptions')
        .post(body)
        .then(
          () => 'made',
          (error: GraphError) => error.message,
        );
    };
    expect(await trouble(echo)).toBe('made');
    expect(await trouble(async () => new Response('other', { headers: { 'content-type': 'text/plain' } }))).toMatch(
      'exactly match',
    );
    expect(await trouble(async () => new Response('', { status: 404 }))).toMatch('200 OK');
    expect(await trouble(() => Promise.reject(new TypeError('fetch failed')))).toMatch('timed out');
    expect(await trouble(echo, 10_081)).toMatch('10080 minutes');
  });

  it('asks for several things at once', async () => {
    const there = ada();
    const id = there.calendar.addEvent({ title: 'Talk', startsAt: MONDAY });
    const requests = [
      { id: '1', method: 'GET', url: '/me' },
      { id: '2', method: 'GET', url: `/me/events/${encodeURIComponent(id)}` },
      { id: '3', method: 'GET', url: '/me/events/unknown' },
    ];
    expect(await there.api.api('/$batch').post({ requests })).toMatchObject({
      responses: [
        { id: '1', status: 200, body: { mail: ADA, displayName: 'Ada Lovelace' } },
        { id: '2', status: 200, body: { subject: 'Talk' } },
        { id: '3', status: 404, body: { error: { code: 'ErrorItemNotFound' } } },
      ],
    });
  });

  it('is throttled, and loses its access', async () => {
    const there = ada();
    there.microsoft.faults.next({ type: 'throttled', retryAfterSeconds: 7 });
    expect(await refusal(there.api.api('/me').get())).toEqual({ statusCode: 429, code: 'ApplicationThrottled' });
    there.microsoft.revokeGrants(ADA);
    expect(await refusal(there.api.api('/me').get())).toEqual({ statusCode: 401, code: 'InvalidAuthenticationToken' });
  });
});
